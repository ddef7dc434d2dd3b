"""Other mechanisms: one number, the preference for the needle, decides what a network hears."""

ORDER = (
    "rho_weights",
    "rho_context",
    "rho_signs",
    "rho_silent",
    "rho_hears",
    "rho_loud",
    "rho_separates",
    "softmax_temperature",
    "power_degree",
    "elu_weights",
    "taylor_weights",
    "sigmoid_weights",
    "sigmoid_bias",
    "window_weights",
    "sparsemax_weights",
    "hard_network",
    "unnormalised_network",
)

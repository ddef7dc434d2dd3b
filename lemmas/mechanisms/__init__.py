"""Other mechanisms: one number, the preference for the needle, decides what a network hears."""

ORDER = (
    "rho_weights",
    "rho_context",
    "rho_signs",
    "rho_silent",
    "rho_hears",
    "rho_loud",
    "rho_separates",
)

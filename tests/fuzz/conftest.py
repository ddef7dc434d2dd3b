collect_ignore = ["fuzz_kernel.py"]  # a program, which needs atheris to be imported

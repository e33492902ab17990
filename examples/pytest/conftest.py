pytest_plugins = ["mds_sandbox"]

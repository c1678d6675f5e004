"""Serves one model file on a free port of 127.0.0.1. Ends when its standard input is closed."""

import sys

model, packages = sys.argv[1:]
sys.path.insert(0, packages)

import xllamacpp  # noqa: E402  (found only once the path is set)

params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 8192
params.n_parallel = 1
# More threads than idle cores wait for each other and are slower than one.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.use_jinja = True

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()

# Two commands are enough for a stranger: `make run` and `make test`. Both set up what they need.
VENV   := .venv
PYTHON ?= python3
BIN    := $(VENV)/bin
READY  := $(VENV)/ready
APT     = $(if $(filter 0,$(shell id -u)),apt-get,sudo apt-get)

.PHONY: run test test-opencv4 quick lint venv bench tables clean

run: $(READY)
	$(BIN)/capostazione run

test: $(READY) lint
	$(BIN)/python -m pytest -n 2 --dist worksteal

# The same code must see with the OpenCV of Debian's age as with the newest.
test-opencv4: pyproject.toml
	$(PYTHON) -m venv $(VENV)-opencv4
	$(VENV)-opencv4/bin/pip install --quiet --disable-pip-version-check -e '.[dev]' 'opencv-python-headless==4.10.*'
	$(VENV)-opencv4/bin/python -m pytest -n 2 tests/vision tests/hardware tests/commands

quick: $(READY)
	$(BIN)/python -m pytest -n 2 -x

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/capostazione bench

venv: $(READY)

# Debian splits venv off into its own package, and an old python3 is refused with a clear word by pip.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(APT) update -qq && $(APT) install -y -qq python3-venv; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(READY)

clean:
	rm -rf $(VENV) $(VENV)-opencv4 build *.egg-info .pytest_cache .mypy_cache .ruff_cache

# The committed tables of figures.
tables: $(READY)
	nice $(BIN)/python -m tests.tables

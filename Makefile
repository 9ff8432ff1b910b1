# Two commands are enough for a stranger: `make run` and `make test`. Both set up what they need.
COMMA  := ,
VENV   := .venv
PYTHON ?= python3
BIN    := $(VENV)/bin
READY  := $(VENV)/ready
APT     = $(if $(filter 0,$(shell id -u)),apt-get,sudo apt-get)
MODEL  := /proc/device-tree/model
ON_PI  := $(shell grep -aso 'Raspberry Pi' $(MODEL))
# Camera and pins of a Pi come from apt: there .venv must see apt's packages. One that sees them elsewhere keeps on.
SEES   := $(shell grep -so 'include-system-site-packages = true' $(VENV)/pyvenv.cfg)
EXTRAS := dev$(if $(ON_PI),$(COMMA)pi)

.PHONY: run test test-opencv4 quick lint venv bench tables clean browser probe gallery endurance evening drawings mounts

run: $(READY)
	$(BIN)/capostazione run

# Two workers on two cores: threads of numpy's own would only get in each other's way.
test: $(READY) browser lint
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --dist worksteal

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

# The page is tested in Debian's Chromium. Where it cannot be had those tests are skipped, and say so.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || { $(APT) update -qq && $(APT) install -y -qq chromium; } || echo 'no Chromium: the page is not tested in a browser'

# Debian splits venv off into its own package, and an old python3 is refused with a clear word by pip.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(APT) update -qq && $(APT) install -y -qq python3-venv; }
	$(PYTHON) -m venv $(if $(ON_PI)$(SEES),--system-site-packages) $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[$(EXTRAS)]'
	@touch $(READY)

clean:
	rm -rf $(VENV) $(VENV)-opencv4 build *.egg-info .pytest_cache .mypy_cache .ruff_cache

# The committed tables of figures.
tables: $(READY)
	nice $(BIN)/python -m tests.tables

# Fifty kills at random moments and ten thousand frames, instead of the ten and two thousand of `make test`.
endurance: $(READY)
	CAPOSTAZIONE_KILLS=50 $(BIN)/python -m pytest tests/firmware/test_process.py -k kills
	CAPOSTAZIONE_FRAMES=10000 $(BIN)/python -m pytest tests/firmware/test_endurance.py

# Two whole evenings at the simulated table, for two and solo, hands-free, through the real vision, with flips on mock
# pins; says how much was read and how fast.
evening: $(READY)
	$(BIN)/python -m tests.firmware.evening

# schemathesis against the description of the interface, on a table without a game and with each of the four, with six
# seeds each.
probe: $(READY)
	$(BIN)/python -m tests.webui.probe

# Pictures of every page of every game, in every language and size, light and dark, to be looked at: build/gallery.
gallery: $(READY) browser
	$(BIN)/python -m tests.webui.gallery build/gallery

drawings: $(READY)
	$(BIN)/capostazione drawings

# The printed parts; needs openscad (apt install openscad).
mounts: $(READY)
	mkdir -p build
	for part in lid tray; do openscad -D "part=\"$$part\"" -o build/$$part.stl hardware/mounts/button_box.scad; done
	for part in clamp corner holder; do openscad -D "part=\"$$part\"" -o build/$$part.stl hardware/mounts/camera_arm.scad; done

# Two commands are all that a newcomer needs: `make demo` and `make test`.
# Both install what is missing (scripts/install_packages.sh), build and go.

BUILD := build/release
RETAKE := $(BUILD)/apps/cli/retake

.PHONY: help demo test check build packages bench format pictures clean

help:
	@echo "make demo    install what is missing, build, open the editor on a scene"
	@echo "make test    install what is missing, build and run every test"
	@echo "make check   clang-tidy, and the tests again under sanitizers"
	@echo "make build   build the release binary ($(RETAKE))"
	@echo "make bench   the performance table"
	@echo "make format  let clang-format have its way with our sources"
	@echo "make pictures  draw the pictures of README and docs again"

demo: build
	$(RETAKE) demo

test:
	@scripts/test.sh

check:
	@scripts/check.sh

build: packages
	cmake --preset release -DRETAKE_TESTS=OFF -DRETAKE_UNITY=ON
	cmake --build --preset release --target retake

packages:
	@scripts/install_packages.sh build

bench: build
	$(RETAKE) bench

format:
	scripts/format.sh --fix

pictures: build
	scripts/make_pictures.sh

clean:
	rm -rf build

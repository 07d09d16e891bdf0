#!/bin/sh
# Takes every picture in this folder anew: each tab and each page of the kit's gallery, dark and light, at
# 1280 × 720, 1440 × 900 and at twice the scale. Run from anywhere; needs no display.
set -eu
cd "$(dirname "$0")/../.."
export SDL_VIDEODRIVER=dummy
python="${PYTHON:-.venv/bin/python}"

shoot() { # name, then the program and its options; the size and scale are added
  name="$1"
  shift
  for theme in dark light; do
    "$python" "$@" --theme "$theme" --size 1280x720 --scale 1 --shot "docs/screenshots/$name-1280-$theme.png"
    "$python" "$@" --theme "$theme" --size 1440x900 --scale 1 --shot "docs/screenshots/$name-1440-$theme.png"
    "$python" "$@" --theme "$theme" --size 2880x1800 --scale 2 --shot "docs/screenshots/$name-2x-$theme.png"
  done
}

shoot maps main.py --tab maps --level levels/flood.json
"$python" docs/screenshots/crowds.py
for tab in boards bench; do shoot "$tab" main.py --tab "$tab"; done
for page in controls data charts looks; do shoot "gallery-$page" -m sandbox.ui.kit --page "$page"; done

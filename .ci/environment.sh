# Sourced by `run` and `nightly`: from here on nothing depends on the variables of the machine they run on.

# Once: start again with what every machine has, and what pip and apt need to reach their indexes.
if [ -z "${SCRUBBED:-}" ]; then
  kept=(SCRUBBED=1 "PATH=$PATH" "HOME=${HOME:-$(cd ~ && pwd)}" LANG=C.UTF-8)
  while IFS= read -r name; do kept+=("$name=${!name}"); done < <(
    compgen -e | grep -E '^(CI|PIP_[A-Z_]*|[A-Za-z]*_(proxy|PROXY)|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)$'
  )
  exec env -i "${kept[@]}" bash "$0" "$@"
fi

cd "$(dirname "$0")/.."
data="$(cd .. && pwd)/shared"
if [ -d "$data/movingai" ]; then export MOVINGAI_DIR="$data/movingai"; fi
if [ -d "$data/positions" ]; then export POSITIONS_DIR="$data/positions"; fi

step() { printf '\n== %s (%ss so far)\n' "$1" "$SECONDS"; }

step "Debian packages for driving a real window"
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] && ! command -v xdotool >/dev/null; then
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq xvfb xdotool xclip >/dev/null; } ||
    echo "not to be had: the tests of the real window will be skipped"
fi

# Sourced by `run` and `nightly`: from here on nothing depends on the variables of the machine they run on.

# Once: start again with what every machine has, and what pip and apt need to reach their indexes.
if [ -z "${SCRUBBED:-}" ]; then
  kept=(SCRUBBED=1 "PATH=$PATH" "HOME=${HOME:-$(cd ~ && pwd)}" LANG=C.UTF-8)
  while IFS= read -r name; do kept+=("$name=${!name}"); done < <(
    compgen -e | grep -E '^(CI|CI_WITHOUT|PIP_[A-Z_]*|[A-Za-z]*_(proxy|PROXY)|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)$'
  )
  exec env -i "${kept[@]}" bash "$0" "$@"
fi

cd "$(dirname "$0")/.."
data="$(cd .. && pwd)/shared"
if [ -d "$data/movingai" ]; then export MOVINGAI_DIR="$data/movingai"; fi
if [ -d "$data/positions" ]; then export POSITIONS_DIR="$data/positions"; fi

step() { printf '\n== %s (%ss so far)\n' "$1" "$SECONDS"; }

step "Debian packages for driving a real window"
driving() { command -v Xvfb && command -v xdotool && command -v xclip; } >/dev/null
for attempt in 1 2 3; do  # an index may be out of reach for a moment
  if driving || ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then break; fi
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq xvfb xdotool xclip >/dev/null; } ||
    { echo "not to be had (attempt $attempt)"; sleep 10; }
done

# What the tests may not skip for want of: everything, but for what CI_WITHOUT="data window" says this machine lacks.
TESTS_NEED=""
for need in data window; do case " ${CI_WITHOUT:-} " in *" $need "*) ;; *) TESTS_NEED="$TESTS_NEED $need" ;; esac; done
export TESTS_NEED
lacking() { echo "missing: $2. Without it, say so: CI_WITHOUT=\"$1\" $0" >&2; exit 1; }
case "$TESTS_NEED" in *data*)
  [ -d "${MOVINGAI_DIR:-}" ] || lacking data "the maps of MovingAI, in $data/movingai"
  [ -d "${POSITIONS_DIR:-}" ] || lacking data "the positions, in $data/positions" ;;
esac
case "$TESTS_NEED" in *window*)
  for tool in Xvfb xdotool xclip; do command -v "$tool" >/dev/null || lacking window "$tool, to drive a real window"; done ;;
esac

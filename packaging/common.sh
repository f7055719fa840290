# What all packages share; to be sourced in the root of the repository.

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
# Files have the time of the last commit, so that they do not depend on when they were built.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
packages=${TREEWRIGHT_PACKAGES:-target/packages}
# A folder of HTML pages, which `.ci/guide` builds.
guide=${CARGO_TARGET_DIR:-target}/guide

# Builds the program with the profile for users: build TARGET_FOLDER [ARGUMENT…]. What the compilers say of paths does not depend on where the
# repository is.
build() {
    local folder=$1 separator=$'\x1f' flags
    shift
    mkdir -p "$folder"
    folder=$(realpath "$folder")
    flags="--remap-path-prefix=$PWD=/treewright${separator}--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
    # Where build scripts write code, which may be anywhere.
    flags+="${separator}--remap-path-prefix=$folder=/target"
    # The linker for Windows writes the time into the program.
    if [[ " $* " == *" x86_64-pc-windows-gnu "* ]]; then flags+="${separator}-Clink-arg=-Wl,--no-insert-timestamp"; fi
    CARGO_ENCODED_RUSTFLAGS=$flags CFLAGS="-ffile-prefix-map=$PWD=/treewright -ffile-prefix-map=$folder=/target ${CFLAGS:-}" CARGO_INCREMENTAL=0 \
        cargo build -p treewright --locked --profile "${TREEWRIGHT_PROFILE:-release}" --target-dir "$folder" "$@"
}

# The folder of a profile's programs below that of a target.
profile_folder() {
    case ${TREEWRIGHT_PROFILE:-release} in
        dev) echo debug ;;
        *) echo "${TREEWRIGHT_PROFILE:-release}" ;;
    esac
}

# Gives all files of a folder the time of the last commit, and the rights that everybody has.
same_everywhere() {
    find "$1" -type d -exec chmod 755 {} +
    find "$1" -type f ! -perm -u+x -exec chmod 644 {} +
    find "$1" -type f -perm -u+x -exec chmod 755 {} +
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

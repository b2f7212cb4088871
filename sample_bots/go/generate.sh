#!/bin/sh
# Makes refereev1/ from the protocol's .proto files with the standard Go plugins that go.mod pins.
#
#   ./generate.sh [FOLDER]    FOLDER: where to write refereev1/, by default here
#
# PROTOC may name another protoc, as a command of several words too. The committed code is made with protoc 27.2, the one
# of `make proto`; another version differs in a comment.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
proto=$here/proto
[ -d "$proto" ] || proto=$here/../../proto
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
cd "$here"
GOBIN=$bin go install google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
module=example.com/longtrail
set -- --proto_path="$proto"
for plugin in go go-grpc; do
    set -- "$@" "--plugin=$bin/protoc-gen-$plugin" "--${plugin}_out=$out" "--${plugin}_opt=module=$module"
    for file in game bot; do
        set -- "$@" "--${plugin}_opt=Mreferee/v1/$file.proto=$module/refereev1"
    done
done
${PROTOC:-protoc} "$@" referee/v1/game.proto referee/v1/bot.proto

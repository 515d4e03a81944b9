#!/bin/sh
# Schedules a message with a button over D-Bus, from nothing but gdbus, and lists what is to come.
set -eu
call() {
  gdbus call --session --dest org.localpush.LocalPush --object-path /org/localpush/LocalPush \
    --method "org.localpush.LocalPush1.$1" -- "$2" "$3" "$4"
}
call Schedule org.example.Kitchen \
  "[{'id': <'eggs'>, 'title': <'Eggs'>, 'body': <'They are done.'>, 'in': <'7m'>,
     'action.view': <'查看'>, 'user-info': <{'pot': <2>, 'soft': <true>}>}]" '@a{sv} {}'
gdbus call --session --dest org.localpush.LocalPush --object-path /org/localpush/LocalPush \
  --method org.localpush.LocalPush1.Pending org.example.Kitchen

#!/bin/sh
# Schedules a message with a button over D-Bus, from nothing but systemd's busctl, and lists what is to come as JSON.
set -eu
call() {
  busctl --user "$@"
}
# One a{sv} of six entries: each is a key, the type of its value, and the value.
call call org.localpush.LocalPush /org/localpush/LocalPush org.localpush.LocalPush1 Schedule 'saa{sv}a{sv}' \
  org.example.Kitchen \
  1 6 \
  id s eggs \
  title s Eggs \
  body s 'They are done.' \
  in s 7m \
  action.view s 查看 \
  user-info 'a{sv}' 2 pot i 2 soft b true \
  0
call --json=short call org.localpush.LocalPush /org/localpush/LocalPush org.localpush.LocalPush1 Pending s \
  org.example.Kitchen

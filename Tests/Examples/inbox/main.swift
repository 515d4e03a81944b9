import LocalPush

let center = UserNotificationCenter(app: "org.example.Inbox")
center.setCategories([
  NotificationCategory(
    identifier: "MESSAGE",
    actions: [NotificationAction(identifier: "VIEW", title: "查看", options: [.foreground])])
])

var content = NotificationContent(title: "You have a new message")
content.categoryIdentifier = "MESSAGE"
content.badge = .add(1)
content.userInfo = ["url": "https://example.org/inbox", "unread": true]
let trigger = TimeIntervalTrigger(timeInterval: 1, repeats: false)
try await center.add(NotificationRequest(identifier: "inbox", content: content, trigger: trigger))

for await response in center.responses {
  print(response.actionIdentifier, response.userInfo["url"]?.string ?? "")
  try await center.setBadgeCount(0)
}

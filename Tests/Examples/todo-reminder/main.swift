/// A to-do list that reminds, and need not run for that.
///
///     todo-reminder add TITLE SECONDS     schedules a reminder, and quits
///     todo-reminder list                  what is still to come
///     todo-reminder                       what the desktop starts: deals with what the user pressed, and quits
///
/// A press on 查看 in a reminder starts the program again, which then shows the item.
import FoundationEssentials
import LocalPush

/// The name of the desktop file, beside this file; it has to be installed for a press to start the program.
let center = UserNotificationCenter(app: "org.localpush.TodoReminder")

func remind(of title: String, after seconds: Double) async throws {
  center.setCategories([
    NotificationCategory(
      identifier: "TODO",
      actions: [
        NotificationAction(identifier: "VIEW", title: "查看", options: [.foreground]),
        NotificationAction(identifier: "DONE", title: "Done"),
      ])
  ])
  var content = NotificationContent(title: title, body: "on your list since \(Date.now)")
  content.categoryIdentifier = "TODO"
  content.badge = .add(1)
  content.sound = .default
  content.userInfo = [
    "item": ["title": .string(title), "delay": .real(seconds), "tags": ["todo", "文"], "parent": nil]
  ]
  let trigger = TimeIntervalTrigger(timeInterval: seconds, repeats: false)
  try await center.add(NotificationRequest(identifier: title, content: content, trigger: trigger))
}

func dealWithResponses() async throws {
  // The one that started the program is among them; others may have come while it did not run.
  for response in try await center.waitingResponses() {
    let item = response.userInfo["item"]?.object
    switch response.actionIdentifier {
    case "DONE": print("done: \(item?["title"]?.string ?? response.requestIdentifier)")
    default: print("item: \(item ?? [:])")
    }
    await center.acknowledge(response)
  }
  try await center.setBadgeCount(0)
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("add", 3):
  guard let seconds = Double(arguments[3]) else { fatalError("\(arguments[3]) is not a number of seconds") }
  try await remind(of: arguments[2], after: seconds)
case ("list", 1):
  for request in try await center.pendingRequests() {
    print(request.identifier, request.trigger?.nextTriggerDate() ?? "")
  }
case (nil, _):
  if let response = await center.launchResponse { print("started by \(response.actionIdentifier)") }
  try await dealWithResponses()
default: print("usage: todo-reminder [add TITLE SECONDS | list]")
}

// Reads feeds with ical.js as a calendar program does, and prints what it finds in a range.
// Input: JSON list of {file, begin, end}. Output: JSON list of lists of [title, start, end]; all in UTC, or dates.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const { default: ICAL } = await import(pathToFileURL(process.argv[2]).href)

const text = (time) => (time.isDate ? time.toString() : time.toJSDate().toISOString())
const instant = (time) => (time.isDate ? Date.parse(`${time.toString()}T00:00:00Z`) : time.toJSDate().getTime())

function read({ file, begin, end }) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const [from, to] = [Date.parse(begin), Date.parse(end)]
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  const found = []
  const add = (title, start, after) => {
    if (instant(after) > from && instant(start) < to) found.push([title, text(start), text(after)])
  }
  for (const event of events.filter((each) => !each.isRecurrenceException())) {
    for (const other of events) if (other.isRecurrenceException() && other.uid === event.uid) event.relateException(other)
    if (!event.isRecurring()) {
      add(event.summary, event.startDate, event.endDate)
      continue
    }
    const starts = event.iterator()
    // An exception may move an occurrence from after the range into it.
    for (let next = starts.next(); next && instant(next) < to + 30 * 86_400_000; next = starts.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      add(item.summary, startDate, endDate)
    }
  }
  return found
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(read)))

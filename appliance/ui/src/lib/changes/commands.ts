import type {
  BoardLayouts,
  CalendarPatch,
  EventChange,
  EventInstance,
  Group,
  ItemPatch,
  ItemRequest,
  ListPatch,
  MealPatch,
  MemberPatch,
  PushDevicePatch,
  RewardPatch,
  SettingsPatch,
  StickerPosition,
  WallSettings,
  Widget,
} from '../api/types'
import type { Day } from '../time/dates'
import type { DayPart } from '../time/dayParts'
import type { WallSpan } from '../time/wallTime'

/** Whose copy of a chore it is, or who did it; null where neither is said. */
type ChoreOfDay = { choreId: string; day: Day; memberId: string | null; dayPart?: DayPart }
type InList = { listId: string }
type OfItem = InList & { itemId: string }
type OfStep = OfItem & { stepId: string }

/** `event:<id>` or `list_item:<id>` */
export type NoteTarget = `${'event' | 'list_item'}:${string}`
export type NewItem = ItemRequest & { id: string }
/** An event as it was, as far as it says which dates a change is about. */
export type MovedEvent = Pick<EventInstance, 'id' | 'start' | 'end' | 'allDay' | 'occurrenceStart'>

/**
 * What a change says, by its kind. Commands are stored on devices: a field that is added later is optional, and a kind
 * that is given up is read by `earlierForm.ts`. A change can be sent twice: it says what is so afterwards.
 */
interface Commands {
  /** `onlyIfOpen` leaves it to somebody else who did it meanwhile. */
  'chore.tick': ChoreOfDay & { onlyIfOpen?: boolean; withoutPoints?: boolean }
  'chore.untick': ChoreOfDay
  /** One date is left out, or due on another day instead. `day` is the one under which it is shown. */
  'chore.skip': ChoreOfDay & { passTurn?: boolean }
  'chore.unskip': ChoreOfDay
  'chore.move': ChoreOfDay & { to: Day }
  /** What was missed on a day need not be done any more. */
  'chore.letGo': Omit<ChoreOfDay, 'dayPart'>
  'chore.step.tick': ChoreOfDay & { stepId: string }
  'chore.step.untick': ChoreOfDay & { stepId: string }
  'items.add': InList & { items: NewItem[] }
  'item.change': OfItem & { patch: ItemPatch }
  'item.remove': OfItem
  'step.add': OfStep & { title: string }
  'step.change': OfStep & { patch: { title?: string; done?: boolean } }
  'step.remove': OfStep
  'steps.order': OfItem & { stepIds: string[] }
  'list.change': InList & { patch: ListPatch }
  'list.groups': InList & { groups: Pick<Group, 'kind' | 'name'>[] }
  'list.order': InList & { itemIds: string[] }
  /** Items are named: what others tick meanwhile stays. All are meant without `itemIds`. */
  'list.clear': InList & { itemIds?: string[] }
  'list.reset': InList & { itemIds?: string[] }
  'list.remove': InList
  'meal.change': { mealId: string; patch: MealPatch }
  'meal.remove': { mealId: string }
  'recipe.remove': { recipeId: string }
  'note.add': { noteId: string; target: NoteTarget; body: string; memberId: string | null }
  'note.change': { noteId: string; body: string }
  'note.remove': { noteId: string }
  /** `span` is where an occurrence moves; the dates of its series that `request` names move as far. */
  'event.move': { event: MovedEvent; request: EventChange; span?: WallSpan }
  'entry.remove': { entryId: string }
  'settings.change': { patch: SettingsPatch }
  'wall.change': { patch: Partial<WallSettings> }
  'pushDevice.change': { deviceId: string; patch: PushDevicePatch }
  'calendar.change': { calendarId: string; patch: CalendarPatch }
  'member.change': { memberId: string; patch: MemberPatch }
  'reward.change': { rewardId: string; patch: RewardPatch }
  'reward.give': { rewardId: string; memberId: string; points: number }
  /** All that the member gave without `points`. */
  'reward.takeBack': { rewardId: string; memberId: string; points?: number }
  /** Null gives up the screen's own arrangement. */
  'board.arrange': { orientation: keyof BoardLayouts; widgets: Widget[] | null }
  'categories.order': { ids: string[] }
  'sticker.move': { memberId: string; placementId: string; position: Partial<StickerPosition> }
  'sticker.remove': { memberId: string; placementId: string }
}

export type Kind = keyof Commands
export type Of<K extends Kind> = { [Each in K]: { kind: Each } & Commands[Each] }[K]
export type Command = Of<Kind>

/** Kinds that wait for a moment before they are sent, so that they can be taken back. */
const HELD = new Set<Kind>([
  'chore.letGo',
  'item.remove',
  'step.remove',
  'list.clear',
  'list.reset',
  'list.remove',
  'note.remove',
  'meal.remove',
  'recipe.remove',
  'entry.remove',
])
const UNDO_MS = 8_000

export const heldFor = ({ kind }: Command): number => (HELD.has(kind) ? UNDO_MS : 0)

/** Whether a command is about the same thing as an earlier one, or about a part of it: all ids of that are in it. */
export function isWithin(command: Command, earlier: Command): boolean {
  const ids = Object.entries(earlier).filter(([name]) => name.endsWith('Id'))
  return ids.every(([name, id]) => (command as Partial<Record<string, unknown>>)[name] === id)
}

/** A change that waits to be sent, as it is stored on this device. */
export interface StoredChange {
  id?: number
  /** Unique id on this device. */
  key: string
  command: Command
  at: number
  /** Description, for the error message. */
  words?: string
  /** Not sent before this time, unless it is released. */
  heldUntil?: number
}

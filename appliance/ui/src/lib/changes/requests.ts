import type { Body, Path, Query, WriteMethod } from '../http/paths'
import { withQuery } from '../query'
import type { Command, Kind, Of } from './commands'

export interface Request {
  method: WriteMethod
  path: string
  body?: unknown
}

/** The request of a command. */
export function toRequest(command: Command): Request {
  return (requests[command.kind] as (command: Command) => Request)(command)
}

function request<M extends WriteMethod, P extends Path<M>>(
  method: M,
  path: P,
  body?: Body<M, P>,
  query?: Query<P, M>,
): Request {
  return { method, path: withQuery(path, query), body }
}

const item = ({ listId, itemId }: { listId: string; itemId: string }) => `/api/lists/${listId}/items/${itemId}` as const

const requests: { [K in Kind]: (command: Of<K>) => Request } = {
  'chore.tick': ({ choreId, day, memberId, onlyIfOpen, withoutPoints, dayPart }) => {
    const by = memberId ?? undefined
    return request('POST', `/api/chores/${choreId}/complete`, {
      ...{ date: day, memberId: by, onlyIfOpen, withoutPoints, dayPart },
    })
  },
  'chore.untick': ({ choreId, day: date, memberId, dayPart }) =>
    request('DELETE', `/api/chores/${choreId}/complete`, undefined, { date, memberId, dayPart }),
  'chore.letGo': ({ choreId, day: date, memberId }) =>
    request('POST', `/api/chores/${choreId}/let-go`, { date, memberId: memberId ?? undefined }),
  'chore.skip': ({ choreId, day: date, memberId, passTurn }) =>
    request('POST', `/api/chores/${choreId}/skip`, { date, memberId: memberId ?? undefined, passTurn }),
  'chore.unskip': ({ choreId, day: date, memberId }) =>
    request('DELETE', `/api/chores/${choreId}/skip`, undefined, { date, memberId }),
  'chore.move': ({ choreId, day: date, to, memberId }) =>
    request('POST', `/api/chores/${choreId}/move`, { date, to, memberId: memberId ?? undefined }),
  'chore.step.tick': ({ choreId, stepId, day: date, memberId, dayPart }) =>
    request('POST', `/api/chores/${choreId}/steps/${stepId}/complete`, {
      ...{ date, memberId: memberId ?? undefined, dayPart },
    }),
  'chore.step.untick': ({ choreId, stepId, day: date, memberId, dayPart }) =>
    request('DELETE', `/api/chores/${choreId}/steps/${stepId}/complete`, undefined, { date, memberId, dayPart }),
  'items.add': ({ listId, items }) => request('POST', `/api/lists/${listId}/items`, items),
  'item.change': (command) => request('PATCH', item(command), command.patch),
  'item.remove': (command) => request('DELETE', item(command)),
  'step.add': (command) => request('POST', `${item(command)}/steps`, { id: command.stepId, title: command.title }),
  'step.change': (command) => request('PATCH', `${item(command)}/steps/${command.stepId}`, command.patch),
  'step.remove': (command) => request('DELETE', `${item(command)}/steps/${command.stepId}`),
  'steps.order': (command) => request('POST', `${item(command)}/steps/reorder`, { stepIds: command.stepIds }),
  'list.change': ({ listId, patch }) => request('PATCH', `/api/lists/${listId}`, patch),
  'list.groups': ({ listId, groups }) => request('PUT', `/api/lists/${listId}/groups`, { groups }),
  'list.order': ({ listId, itemIds }) => request('POST', `/api/lists/${listId}/reorder`, { itemIds }),
  'list.clear': ({ listId, itemIds }) => request('POST', `/api/lists/${listId}/clear-completed`, { itemIds }),
  'list.reset': ({ listId, itemIds }) => request('POST', `/api/lists/${listId}/reset`, { itemIds }),
  'list.remove': ({ listId }) => request('DELETE', `/api/lists/${listId}`),
  'meal.change': ({ mealId, patch }) => request('PATCH', `/api/meals/${mealId}`, patch),
  'meal.remove': ({ mealId }) => request('DELETE', `/api/meals/${mealId}`),
  'recipe.remove': ({ recipeId }) => request('DELETE', `/api/recipes/${recipeId}`),
  'note.add': ({ noteId, target, body, memberId }) =>
    request('POST', '/api/notes', { id: noteId, target, body, memberId }),
  'note.change': ({ noteId, body }) => request('PATCH', `/api/notes/${noteId}`, { body }),
  'note.remove': ({ noteId }) => request('DELETE', `/api/notes/${noteId}`),
  'event.move': ({ event, request: body }) => request('PATCH', `/api/events/${encodeURIComponent(event.id)}`, body),
  'entry.remove': ({ entryId }) => request('DELETE', `/api/notifications/${entryId}`),
  'settings.change': ({ patch }) => request('PATCH', '/api/settings', patch),
  'wall.change': ({ patch }) => request('PATCH', '/api/wall', patch),
  'pushDevice.change': ({ deviceId, patch }) => request('PATCH', `/api/push/subscriptions/${deviceId}`, patch),
  'calendar.change': ({ calendarId, patch }) => request('PATCH', `/api/calendars/${calendarId}`, patch),
  'member.change': ({ memberId, patch }) => request('PATCH', `/api/members/${memberId}`, patch),
  'reward.change': ({ rewardId, patch }) => request('PATCH', `/api/rewards/${rewardId}`, patch),
  'reward.give': ({ rewardId, memberId, points }) =>
    request('POST', `/api/rewards/${rewardId}/give`, { memberId, points }),
  'reward.takeBack': ({ rewardId, memberId, points }) =>
    request('POST', `/api/rewards/${rewardId}/take-back`, { memberId, points }),
  'sticker.move': ({ memberId, placementId, position }) =>
    request('PATCH', `/api/stickers/scrapbook/${memberId}/${placementId}`, position),
  'sticker.remove': ({ memberId, placementId }) =>
    request('DELETE', `/api/stickers/scrapbook/${memberId}/${placementId}`),
  'board.arrange': ({ orientation, widgets }) =>
    widgets
      ? request('PUT', `/api/board/layouts/${orientation as string}`, { widgets })
      : request('DELETE', `/api/board/layouts/${orientation as string}`),
  'categories.order': ({ ids }) => request('POST', '/api/categories/reorder', { ids }),
}

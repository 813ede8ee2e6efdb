import { members } from '$lib/api/members'
import { isTogether } from '$lib/api/settings'
import type { ChoreEarnings } from '$lib/api/types'
import { formatList } from '$lib/i18n/textList'
import { t } from '$lib/i18n/translate'

/** What deleting a chore does to the points that were earned with it. Screens that show one sum name only the sum. */
export function deletionText({ kept, members: earned }: ChoreEarnings): string {
  if (earned.length === 0) return t('choreForm.form.deleteNoPoints')
  const names = new Map(members.value?.map(({ id, name }) => [id, name]))
  const points = isTogether()
    ? t('common.pointCount', { count: earned.reduce((sum, each) => sum + each.points, 0) })
    : formatList(
        earned.map(({ memberId, points }) =>
          t('choreForm.form.deletePointsOf', { name: names.get(memberId) ?? '', count: points }),
        ),
      )
  return t(kept ? 'choreForm.form.deleteKeepsText' : 'choreForm.form.deleteText', { points })
}

import { attempt } from '$kit/overlays/attempt'
import { confirmAction } from '$kit/overlays/confirmation.svelte'
import { toast } from '$kit/overlays/toast.svelte'
import { saveSettings, settings } from '$lib/api/settings'
import { t } from '$lib/i18n/translate'

const MINUTES = 10

/** Asks whether the wall shall show the photos while nobody uses it, unless it does. */
export async function offerSlideshow(): Promise<void> {
  if (!settings.value || settings.value.slideshow) return
  const count = settings.value.slideshowAfterMinutes ?? MINUTES
  const yes = await confirmAction({
    title: t('photoLibrary.offerTitle'),
    text: t('photoLibrary.offerText', { count }),
    yes: t('photoLibrary.offerYes'),
    no: t('photoLibrary.notNow'),
  })
  if (yes && (await attempt(() => saveSettings({ slideshow: true }))))
    toast(t('photoLibrary.offerDone', { count }), {
      undo: () => void attempt(() => saveSettings({ slideshow: false })),
    })
}

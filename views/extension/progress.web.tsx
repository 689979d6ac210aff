import type { Pages } from '../../kit/web/session.web.ts'

const page = (name: 'CampaignProgress' | 'CampaignSigning') => async () => ({ default: (await import('./ProgressPage.web.tsx'))[name] })
/** Screens of the progress by menu path. */
export const progressPages: Pages = { '/extension/progress': page('CampaignProgress'), '/figures/renewal': page('CampaignSigning') }

import { accessHandler } from '../../../outside/access/access.server.ts'
import { accessSlice } from '../../../outside/access/access-log.server.ts'
import { undoneHandler } from '../../../outside/access/undone.server.ts'
import { citizensSlice } from '../../../outside/citizens/citizens.server.ts'
import { appointmentDays } from '../../../outside/citizens/days.server.ts'
import { appointmentReminders } from '../../../outside/citizens/reminders.server.ts'
import { appraisalSlice } from '../../../outside/open/appraisal.server.ts'
import { openSlice } from '../../../outside/open/asked.server.ts'
import { describeSlice } from '../../../outside/open/describe.server.ts'
import { pushConfigSlice } from '../../../outside/push/config.server.ts'
import { noticeHandler, noticeSlice } from '../../../outside/push/notices.server.ts'
import { pushHandler } from '../../../outside/push/push.server.ts'
import { thirdLogRetention, thirdLogSlice } from '../../../outside/push/third-log.server.ts'
import { finishedHandler, webhookHandler } from '../../../outside/webhook/deliver.server.ts'
import { webhookSlice } from '../../../outside/webhook/webhook.server.ts'
import type { FloorParts, SharedServices } from './means.server.ts'

/** What goes to other systems, and what they may call. */
export const outsideParts = ({ sealer, sms, parts, storage }: SharedServices): FloorParts => ({
  slices: [
    pushConfigSlice(sealer, sms.outbound),
    appraisalSlice(sealer),
    openSlice(sealer, storage),
    describeSlice(sealer),
    noticeSlice,
    thirdLogSlice,
    accessSlice({ ...sms, storage }),
    webhookSlice(sealer, sms.outbound),
    citizensSlice(parts.session.captcha, sms),
  ],
  routines: [thirdLogRetention, appointmentReminders(sms)],
  handlers: [pushHandler(sms), noticeHandler, accessHandler({ ...sms, storage }), webhookHandler(sms), finishedHandler, undoneHandler],
  calendar: [appointmentDays],
})

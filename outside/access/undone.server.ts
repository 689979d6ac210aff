import type { Handler } from '../../runtime/outbox.server.ts'
import { tellWebhooks } from '../webhook/tell.server.ts'
import { withdrawMessage } from './access.server.ts'

/** Hears of finished businesses whose registration was taken back: out of the chain of the province, and told to partners. */
export const undoneHandler: Handler = {
  topic: 'case.undone',
  label: '登记撤回事件',
  async deliver(e, { tx }) {
    const p = e.payload as Record<'businessId' | 'businessCode' | 'typeCode' | 'regionCode', string>
    await tx(async (ctx) => {
      await withdrawMessage(ctx, p)
      const data = { businessCode: p.businessCode, typeCode: p.typeCode }
      await tellWebhooks(ctx, { event: 'case.undone', regionCode: p.regionCode, about: p.businessCode, data })
    })
  },
}

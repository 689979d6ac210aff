import { audit } from '../kit/server/audit.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { RawResponse, type Route, type TextInput } from '../kit/server/route.server.ts'

/**
 * Writes a row into the audit log for a call that changes something and told nothing of it: each writing call leaves a row with its request. What it
 * did to which row is said by those who do it (rows, sign-in); this is what is known of all.
 */
export async function noted(ctx: Ctx, route: Route, input: TextInput<'id'>, out: unknown): Promise<void> {
  if (route.audit === 'read' || ctx.call?.audited || (out instanceof RawResponse && out.status >= 400)) return
  const id = input.id ?? ''
  await audit(ctx, { action: route.audit, object: route.audit.split('.')[0]!.slice(0, 40), objectId: /^\d{1,19}$/.test(id) ? id : '0' })
}

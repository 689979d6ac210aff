// Why somebody sees personal data in full, said once a session. Source: security.md 4.4, K32; docs/adr/0089.
import { readDraft } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route } from '../../kit/server/route.server.ts'

const PURPOSE = { purpose: text('用途', { en: 'Purpose', required: true, max: 100 }) } as const
/** A purpose has so many signs at least. */
const LEAST_SIGNS = 2

/** Keeps it with the session and in the log. Said once more it is another purpose, from then on. */
async function sayPurpose(ctx: Ctx, input: { purpose: string | undefined }): Promise<void> {
  const { draft, wrong } = readDraft(PURPOSE, { purpose: input.purpose })
  if (wrong.length) throw problems.invalid(wrong)
  const { purpose } = draft
  if ([...purpose.trim()].length < LEAST_SIGNS) throw invalidField('purpose', both('请写明用途', 'Say what it is for'))
  const id = ctx.who.sessionId ?? '0'
  await ctx.db.updateTable('session').set({ purpose }).where('id', '=', id).execute()
  await audit(ctx, { action: 'session.purpose', object: 'session', objectId: id, diff: { purpose: [ctx.who.purpose ?? null, purpose] } })
}
/** The call that says it. */
export const purposeRoute = route({
  method: 'POST',
  path: '/cpt-user/purpose',
  perm: 'signed-in',
  scope: 'own',
  audit: 'session.purpose',
  summary: '说明查看个人信息的用途',
  body: PURPOSE,
  answer: 'nothing',
  asSystem: 'writes the own session',
  run: sayPurpose,
})

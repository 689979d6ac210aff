// Who applies for a case, as register and open cases know him.
import { sql } from 'kysely'
import type { Wrong } from '../../../kit/model/problem.ts'
import { idForms, idKey } from '../../../kit/model/id-card.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import { rowIdOf } from '../../../kit/server/route.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { lifeWrong } from '../../../land/definitions/membership.ts'
import { DEAD } from '../../../land/definitions/person.ts'
import { ZT } from '../../../land/definitions/statuses.ts'
import { anothersNumber, namesOfNumber } from '../../../land/register/whose-number.server.ts'
import { asParty, asStored, deadApplicant, isNamed, LETTER_KIND, otherName, partiesIn, type Party } from './applicant.ts'
import type { Business, Form } from '../definitions/business.ts'
import type { SentCase } from '../definitions/sent.server.ts'
import { STATUS } from '../rules/flow.ts'
import { cameMasked, formIn, unmasked } from '../definitions/form.ts'

/** Parties by whose name an application may be made, and whether one of them is meant: who is not applies for one of them, as an agent. */
interface Found {
  parties: readonly Party[]
  isAgent: boolean
}
/** The parties of a case that have this name: contractors of the form and of its books, its issuer; else members of these households, who act for them with a letter. */
async function partiesNamed(ctx: Ctx, form: Form, name: string): Promise<Found> {
  const { codes, holders, members, principals } = partiesIn(form)
  const isMeant = (p: Party) => isNamed(name, p.name)
  const fbfbm = String(form.fbfbm ?? '')
  const countyCode = countyOf(fbfbm || codes[0] || '')
  const known = codes.length
    ? await scoped(ctx, cbf)
        .select(['cbf.cbfmc as name', 'cbf.cbfzjlx as idType', 'cbf.cbfzjhm as idCard', 'cbf.lxdh as phone'])
        .where('cbf.countyCode', '=', countyCode)
        .where('cbf.cbfbm', 'in', codes)
        .where('cbf.zt', '=', ZT.valid)
        .execute()
    : []
  // what the register says goes before what is typed: of a number that is corrected both are known
  const own = [...(known as Party[]), ...holders, ...principals].filter(isMeant)
  if (own.length) return { parties: own, isAgent: false }
  const issuer = await scoped(ctx, fbf)
    .select(['fbf.fbfmc', 'fbf.fbffzrxm', 'fbf.fzrzjlx as idType', 'fbf.fzrzjhm as idCard', 'fbf.lxdh as phone'])
    .where('fbf.countyCode', '=', countyCode)
    .where('fbf.fbfbm', '=', fbfbm)
    .where('fbf.zt', '=', ZT.valid)
    .executeTakeFirst()
  const principal = issuer && [issuer.fbfmc, issuer.fbffzrxm].find((n) => isNamed(name, n))
  if (issuer && principal) return { parties: [{ ...(issuer as Omit<Party, 'name'>), name: principal }], isAgent: false }
  const theirs = codes.length
    ? await scoped(ctx, jtcy)
        .select(['jtcy.cyxm as name', 'jtcy.cyzjlx as idType', 'jtcy.cyzjhm as idCard'])
        .where('jtcy.countyCode', '=', countyCode)
        .where('jtcy.cbfbm', 'in', codes)
        .execute()
    : []
  // a case about the issuer alone has nobody for whom one could apply
  return { parties: [...(theirs as Party[]), ...members].filter(isMeant), isAgent: codes.length + holders.length > 0 }
}

/** Whether the county knows this number as that of somebody who died, and of nobody who lives. */
async function isDead(ctx: Ctx, countyCode: string, idCard: string): Promise<boolean> {
  const found = await joinable(ctx, jtcy)
    .select('jtcy.cybz')
    .where('jtcy.countyCode', '=', countyCode)
    .where('jtcy.cyzjhm', '=', sql`any(${idForms(idCard)}::text[])`)
    .execute()
  return found.length > 0 && found.every((m) => m.cybz === DEAD)
}
/**
 * Whom this number stands for beside the name given: in the register (members, contractors, issuers and who is responsible for them), or in an open case of the
 * county. However number and name are written there.
 */
async function otherNames(ctx: Ctx, at: { countyCode: string; id: string }, name: string, idCard: string): Promise<Wrong[]> {
  const { countyCode, id } = at
  const { tenantId } = ctx.who
  const forms = sql`any(${idForms(idCard)}::text[])`
  const { told, names } = await namesOfNumber(ctx, countyCode, idCard)
  if (told !== undefined && !names.some((n) => isNamed(name, n))) return [{ field: 'obligeIdCard', msg: anothersNumber(told) }]
  const { rows: open } = await sql<{ name: string; businessCode: string }>`
    select b."obligeName" as name, coalesce(b."businessCode", '') as "businessCode" from business b where b."countyCode" = ${countyCode} and b."tenantId" = ${tenantId}
      and b."obligeIdCard" = ${forms} and b.status in (${STATUS.todo}, ${STATUS.doing}) and b.id <> ${id}
      and not exists (select 1 from fbf f where f."countyCode" = b."countyCode" and f."tenantId" = b."tenantId" and f.fbfbm = b.fbfbm and f.fbfmc = b."obligeName")
    order by b.id`.execute(ctx.db)
  return open
    .filter((b) => !isNamed(name, b.name))
    .slice(0, 1)
    .map((b) => otherName(b.name, b.businessCode))
}

/**
 * Fields of a business with what is known of its applicant in the place of what was sent: a party of the case has the number and phone that register or
 * form know, an agent those that were typed; what came masked is as it is `stored`. Answers the faults beside it, and whether no party is known by a number: it
 * was typed then.
 */
export async function withApplicant(
  ctx: Ctx,
  sent: SentCase,
  form: Form,
  stored: Business | undefined,
): Promise<{ input: SentCase; wrong: Wrong[]; isTyped: boolean }> {
  const input = asStored(sent)
  const name = typeof input.obligeName === 'string' ? input.obligeName : ''
  if (!name) return { input, wrong: [], isTyped: true }
  const { parties } = await partiesNamed(ctx, form, name)
  return { ...(await applying(ctx, input, form, { name, parties, stored })), isTyped: !parties.some((p) => p.idCard) }
}
interface Applying {
  name: string
  parties: readonly Party[]
  stored: Business | undefined
}
async function applying(ctx: Ctx, input: SentCase, form: Form, { name, parties, stored }: Applying): Promise<{ input: SentCase; wrong: Wrong[] }> {
  const { patch, wrong } = asParty(input, parties)
  const was = isNamed(name, stored?.obligeName) ? stored : undefined
  const own = was
    ? { obligeIdCard: unmasked<unknown>(input.obligeIdCard, was.obligeIdCard), obligePhone: unmasked<unknown>(input.obligePhone, was.obligePhone) }
    : {}
  if (wrong.length) return { input: { ...input, ...own }, wrong }
  const all: SentCase = { ...input, ...own, ...patch }
  const idCard = typeof all.obligeIdCard === 'string' ? all.obligeIdCard : ''
  const countyCode = countyOf(String(form.fbfbm ?? ''))
  if (!idCard || cameMasked(idCard) || countyCode.length !== 6) return { input: all, wrong }
  if (await isDead(ctx, countyCode, idCard)) return { input: all, wrong: [deadApplicant(name)] }
  // a number that is known by this name is this person's, whoever else uses it
  if (patch.obligeIdCard) return { input: all, wrong }
  // nor is one asked again that was taken when the case was first kept
  const old = idKey(was?.obligeIdCard) === idKey(idCard) ? undefined : lifeWrong(idCard, ctx.now.slice(0, 10))
  if (old) return { input: all, wrong: [{ field: 'obligeIdCard', msg: old }] }
  return { input: all, wrong: await otherNames(ctx, { countyCode, id: rowIdOf(input) || '0' }, name, idCard) }
}
/** The kinds of papers that an application asks for because of who makes it: of an agent the letter. */
export async function papersOfApplicant(ctx: Ctx, obligeName: unknown, form: unknown): Promise<string[]> {
  const name = typeof obligeName === 'string' ? obligeName : ''
  return name.trim() && (await partiesNamed(ctx, formIn(form), name)).isAgent ? [LETTER_KIND] : []
}

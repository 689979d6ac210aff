/** Seals of organisations: entered, certified by a code that their agent gets, drawn where the organisation signs. Source: screens.md C8; endpoints (org-seal). */

import { typedRow } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { regionOfFbf, regionPath, regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, underRegion } from '../../kit/server/query.server.ts'
import { crud, DeferredResponse, ids, rowIdOf, route, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { codeProblems, sendCode, takeCode } from '../../platform/messages/code.server.ts'
import type { SmsParts } from '../../platform/messages/send.server.ts'
import { whoHas } from '../../platform/rights/holders.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { signer_auth, type SignerAuth } from '../signers/agents.ts'
import type { SignNode } from '../contract/nodes.ts'
import { officeNumbers } from '../signers/numbers.server.ts'
import { org_seal, SEAL, type OrgSeal } from './seal.ts'
import { sealProblems } from './problems.ts'

/** What a certificate says of an organisation: a change of one of them needs a new one. */
const CERTIFIED = ['regionCode', 'orgName', 'creditCode', 'legalPerson', 'agentName', 'agentPhone', 'sealAttachId'] as const

async function save(ctx: Ctx, input: SentRow<typeof org_seal>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, org_seal, input)
  const picture = draft.sealAttachId ? await rows.get(ctx, attach, draft.sealAttachId) : undefined
  if (picture && picture.extension !== 'png') throw invalidField('sealAttachId', both('印章图片应为png格式', 'The picture of a seal must be a png file'))
  // the file stays while the seal names it, and is read where the seal applies: below the region in which it lies
  if (picture && picture.locked !== 1) await rows.update(ctx, attach, picture.id, { locked: 1 })
  const values = { ...draft, sealFile: picture?.ossName ?? null, sealCounty: draft.regionCode.slice(0, 6) }
  if (!input.id) return rows.insert(ctx, org_seal, { ...values, sealState: SEAL.none, enteredBy: ctx.who.userId })
  const before = await rows.get(ctx, org_seal, rowIdOf(input), true)
  const isOther = CERTIFIED.some((n) => (draft[n] ?? null) !== (before[n] ?? null))
  return rows.update(ctx, org_seal, before.id, { ...values, ...(isOther ? { sealState: SEAL.none, expireDay: null, enteredBy: ctx.who.userId } : {}) }, input)
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) if ((await rows.get(ctx, org_seal, id, true)).sealState === SEAL.certified) throw sealProblems.inUse()
  await rows.remove(ctx, org_seal, gone)
}

type Seen = TextInput<'id'> & { readonly rev?: unknown }
/** The seal, held, as its sender saw it: what is certified is what he read, and who turns a seal knows which way. @throws invalid, changed */
async function asSeen(ctx: Ctx, input: Seen): Promise<OrgSeal> {
  rows.requirePerm(ctx, org_seal, 'edit')
  const seal = await rows.get(ctx, org_seal, rowIdOf(input), true)
  rows.requireRevSaid(seal, input.rev)
  return seal
}
/** Refuses a seal whose code or agent is not that of an organisation of its region as the office has it. @throws seal-organisation, seal-agent, seal-office-phone */
async function requireOwner(ctx: Ctx, seal: OrgSeal): Promise<void> {
  if ((await officeNumbers(ctx, [seal.agentPhone])).size) throw sealProblems.officePhone()
  const phones = await phonesOfOwner(ctx, seal)
  if (phones.length === 0) throw sealProblems.notHere({ creditCode: seal.creditCode, orgName: seal.orgName })
  if (!phones.includes(seal.agentPhone)) throw sealProblems.otherAgent({ orgName: seal.orgName })
}
/** The phones by which the organisation of a seal is reached: of the issuers with its code, whose region is the seal's or below, and of who signs for them; of a certifying body of its agents. */
async function phonesOfOwner(ctx: Ctx, seal: OrgSeal): Promise<string[]> {
  const { lo, hi } = regionRange(seal.regionCode)
  const ofCode = joinable(ctx, fbf).select(['fbf.lxdh', 'fbf.regionCode']).where('fbf.tyshxydm', '=', seal.creditCode)
  const issuers = await underRegion(ofCode, 'fbf', seal.regionCode).execute()
  const agents = joinable(ctx, signer_auth).select(['signer_auth.signerPhone'])
  const near = [...new Set(issuers.flatMap((f) => regionPath(f.regionCode)))]
  const signing = near.length ? await agents.where('signer_auth.nodeCode', '=', 'fbf').where('signer_auth.regionCode', 'in', near).execute() : []
  const certifying = await agents
    .where('signer_auth.nodeCode', '=', 'jz')
    .where('signer_auth.unitName', '=', seal.orgName)
    .where('signer_auth.regionCode', '>=', lo)
    .where('signer_auth.regionCode', '<', hi)
    .execute()
  return [...issuers.map((f) => f.lxdh), ...signing.map((a) => a.signerPhone), ...certifying.map((a) => a.signerPhone)].filter((p) => p !== null)
}
/** Refuses who entered a seal as the one who certifies it. */
async function requireSecond(ctx: Ctx, seal: OrgSeal): Promise<void> {
  if (seal.enteredBy === ctx.who.userId) throw sealProblems.byAnother({ names: await whoHas(ctx, 'org_seal_edit', seal.regionCode, [ctx.who.userId]) })
}
/** {id, rev}: sends a code to the organisation's agent. Answers what the code belongs to, how long it holds, and the revision to certify. */
async function sendAuth(sms: SmsParts, ctx: Ctx, input: Seen): Promise<{ codeId: string; seconds: number; rev: number }> {
  const seal = await asSeen(ctx, input)
  if (!seal.sealAttachId) throw sealProblems.noPicture()
  await requireSecond(ctx, seal)
  await requireOwner(ctx, seal)
  const { id: codeId, seconds } = await sendCode(ctx, sms, seal.agentPhone)
  await rows.update(ctx, org_seal, seal.id, { sealState: SEAL.asked, expireDay: null })
  return { codeId, seconds, rev: seal.rev + 1 }
}
/** {id, rev, codeId, code}: the code that the agent read out certifies the seal for a year. A wrong one is counted. */
async function certify(sms: SmsParts, ctx: Ctx, input: Seen & TextInput<'codeId' | 'code'>): Promise<DeferredResponse> {
  const seal = await asSeen(ctx, input)
  if (seal.sealState !== SEAL.asked) throw sealProblems.notAsked()
  await requireSecond(ctx, seal)
  await requireOwner(ctx, seal)
  const isRight = await takeCode(ctx, sms, input.codeId ?? '', seal.agentPhone, input.code ?? '')
  const [year, ...day] = ctx.now.slice(0, 10).split('-')
  // the day before, a year later: of 29 February the 28th
  const expireDay = `${Number(year) + 1}-${day.join('-').replace('02-29', '02-28')}`
  if (isRight) await rows.update(ctx, org_seal, seal.id, { sealState: SEAL.certified, expireDay })
  // the try is counted even though it fails
  return new DeferredResponse(async () => {
    if (!isRight) throw codeProblems.wrong()
    return { sealState: SEAL.certified, expireDay }
  })
}
/** {id, rev}: takes a certified seal out of use, or back into it while its certificate holds. */
async function turn(ctx: Ctx, input: Seen): Promise<void> {
  const seal = await asSeen(ctx, input)
  if (seal.sealState === SEAL.certified) return void (await rows.update(ctx, org_seal, seal.id, { sealState: SEAL.stopped }))
  if (seal.sealState !== SEAL.stopped) throw problems.notAllowedNow({ zh: '停用或恢复该印章', en: 'take the seal out of use or put it back into use' })
  const holds = !!seal.expireDay && seal.expireDay >= ctx.now.slice(0, 10)
  await rows.update(ctx, org_seal, seal.id, { sealState: holds ? SEAL.certified : SEAL.none, ...(holds ? {} : { expireDay: null }) })
}

/**
 * Pictures (names in the store) of the seals by which organisations sign a contract: the issuer's by its credit code, the certifying body's by its agent's unit.
 * Of the region of the issuer or one above, the nearest first.
 */
export async function sealsFor(ctx: Ctx, d: ContractData, agents: { jz?: Partial<Pick<SignerAuth, 'unitName'>> }): Promise<Partial<Record<SignNode, string>>> {
  const { issuer } = d.contract
  const path = regionPath(regionOfFbf(issuer.fbfbm))
  const wanted: readonly (readonly [SignNode, 'creditCode' | 'orgName', unknown])[] = [
    ['fbf', 'creditCode', issuer.tyshxydm],
    ['jz', 'orgName', agents.jz?.unitName],
  ]
  const out: Partial<Record<SignNode, string>> = {}
  for (const [node, by, value] of wanted) {
    if (!value) continue
    const seal = await typedRow<OrgSeal>(
      joinable(ctx, org_seal)
        .selectAll('org_seal')
        .where(`org_seal.${by}`, '=', String(value))
        .where('org_seal.regionCode', 'in', path)
        .where('org_seal.sealState', '=', SEAL.certified)
        .where('org_seal.expireDay', '>=', ctx.now.slice(0, 10))
        .orderBy(sql`length("regionCode")`, 'desc')
        .orderBy('org_seal.id')
        .limit(1),
    )
    if (seal?.sealFile) out[node] = seal.sealFile
  }
  return out
}

const plain = crud(org_seal)
const id = text('印章', { en: 'Seal', max: 19, required: true })
const act = { method: 'POST', perm: 'org_seal_edit', scope: 'tenant', audit: 'org_seal.certify' } as const
const look = { method: 'GET', perm: 'org_seal_view', scope: 'tenant', audit: 'read', query: ['id'] } as const
/** Calls of organisation seals; `sms`: how the agent gets his code. */
export const sealRoutes = (sms: SmsParts): Route[] => [
  plain.page,
  plain.detail,
  { ...plain.submit, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  route({ ...act, path: '/dzzw/org-seal/send-msg-auth', summary: '发送印章认证短信', body: { id }, run: (ctx, b) => sendAuth(sms, ctx, b) }),
  route({
    ...act,
    path: '/dzzw/org-seal/certify',
    summary: '以短信验证码认证印章',
    body: { id, codeId: text('验证码编号', { max: 19, required: true }), code: text('验证码', { en: 'Code', max: 8, required: true }) },
    run: (ctx, b) => certify(sms, ctx, b),
  }),
  route({ ...act, path: '/dzzw/org-seal/turn', audit: 'org_seal.turn', summary: '停用或恢复印章', body: { id }, answer: 'nothing', run: turn }),
  {
    ...look,
    path: '/dzzw/org-seal/real-name/cert',
    summary: '印章的实名认证',
    run: async (ctx, q) => {
      const { orgName, creditCode, legalPerson, sealState, expireDay } = await rows.get(ctx, org_seal, rowIdOf(q))
      return { orgName, creditCode, legalPerson, sealState, expireDay, provider: 'embedded' }
    },
  },
  {
    ...look,
    path: '/dzzw/org-seal/org-console/url',
    summary: '机构管理页面地址',
    // the embedded provider has no console of its own: the seal is looked after on the page of seals
    run: async (ctx, q) => ({ url: `/business/org-seal?open=view&id=${(await rows.get(ctx, org_seal, rowIdOf(q))).id}` }),
  },
]

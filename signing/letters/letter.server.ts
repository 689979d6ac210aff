/** Letters of authorisation: recorded for a contract before it is signed, and what they do at a node. Source: rulings.md 13; business-flows.md 7. */
import { text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { answering, reading, rowIdOf, textIn, route, type Route, type SentDraft, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { typedIdWrong } from '../../land/definitions/household.ts'
import { ACTS, requireNamedPerson } from '../../land/register/whose-number.server.ts'
import type { ContractRows, HolderRow } from '../../land/paper/rows.ts'
import { contract_file, type ContractFile } from '../../business/cases/definitions/business.ts'
import { readDraftContract } from '../../business/cases/handling/draft-contract.server.ts'
import { attachmentOf } from '../../business/cases/handling/files.server.ts'
import type { Registry } from '../../business/cases/handling/handling.server.ts'
import { recordActs } from '../contract/record.server.ts'
import { mayBegin } from '../contract/flow.ts'
import { atSigning } from '../acts/step.server.ts'
import { plainId } from '../signers/document.ts'
import { papersOf } from '../signers/persons.server.ts'
import { agentsOf, nodesFor, nodeWords } from '../signers/signers.server.ts'
import { flowNodes } from '../templates/flow-def.server.ts'
import { sign_letter, type LetterNode } from '../signers/letter.ts'
import { letterProblems } from '../signers/letter-problems.ts'
import { lettersFor } from '../signers/recorded.server.ts'

/** Who the household of a node is: of a transfer who gives signs as cbf. */
function householdOf(node: LetterNode, { holder, other }: ContractRows): HolderRow | undefined {
  if (node === 'fbf') return undefined
  if (other?.kind === 'transfer') return node === 'cbf' ? other.holder : holder
  return node === 'cbf' ? holder : other?.holder
}
/** Numbers of the members of a household: of the contract's own as it is drafted, of the other party as it is registered. */
async function membersOf(ctx: Ctx, household: HolderRow, { holder, members }: ContractRows): Promise<string[]> {
  if (household === holder) return members.map((m) => plainId(m.cyzjhm))
  const found = await joinable(ctx, jtcy)
    .select(['jtcy.cyzjhm'])
    .where('jtcy.countyCode', '=', countyOf(household.cbfbm))
    .where('jtcy.cbfbm', '=', household.cbfbm)
    .execute()
  return found.map((m) => plainId(m.cyzjhm))
}

const { nodeCode, agentName, agentIdType, agentIdCard, agentPhone, purpose, fromDay, toDay } = sign_letter.fields
const LETTER = {
  contractId: text('合同', { en: 'Contract', max: 19, required: true }),
  attachId: text('委托书文件', { en: 'File of the letter', max: 19 }),
  nodeCode,
  agentName,
  agentIdType,
  agentIdCard,
  agentPhone,
  purpose,
  fromDay,
  toDay,
}
/** Somebody signs in the place of a node's person; a further letter of the node replaces the one before. */
async function save(of: Pick<Registry, 'handlings'>, ctx: Ctx, input: SentDraft<typeof LETTER>): Promise<string> {
  const seen = await rows.get(ctx, contract_file, textIn(input, 'contractId'))
  const b = await atSigning(ctx, seen.businessId, seen.regionCode)
  const c = await rows.get(ctx, contract_file, seen.id)
  if (!mayBegin(c.signStatus)) throw problems.notAllowedNow({ zh: '登记委托书', en: 'record a letter' })
  const { contractId: _c, ...given } = input
  const draft = rows.readFields(sign_letter, given)
  rows.requireDays(ctx, sign_letter.fields, draft)
  const [node, idCard] = [draft.nodeCode as LetterNode, plainId(draft.agentIdCard)]
  const wrong = typedIdWrong(draft.agentIdType, idCard)
  if (wrong) throw invalidField('agentIdCard', wrong)
  if (draft.toDay! < draft.fromDay!) throw invalidField('toDay', { zh: '截止日不能早于起始日', en: 'The end cannot be before the beginning' })
  if (draft.toDay! < ctx.now.slice(0, 10)) throw letterProblems.expired({ agent: draft.agentName!, from: draft.fromDay!, to: draft.toDay! })
  const file = await attachmentOf(ctx, b.id, draft.attachId)

  const data = await readDraftContract(of, ctx, c)
  const agents = { ...(await agentsOf(ctx, c)) }
  // who signs without this letter
  const letters = await lettersFor(ctx, c)
  if (letters.some((l) => l.nodeCode === node)) delete agents[node]
  const nodes = nodesFor(data, agents, await flowNodes(ctx, c))
  const mine = nodes.find((n) => n.node === node)
  if (!mine) throw letterProblems.node({ node: nodeWords(node) })
  const agent = draft.agentName!
  if (nodes.some((n) => plainId(papersOf(n.node, data, agents)[0]) === idCard)) throw letterProblems.bothSides({ agent })
  const household = householdOf(node, data.contract)
  if (household) {
    if (!(await membersOf(ctx, household, data.contract)).includes(idCard)) throw letterProblems.notCoOwner({ agent })
    const used = await fileUsed(ctx, c, file.sha256 ?? '')
    if (used) throw letterProblems.otherContract({ code: used })
  }
  await requireNamedPerson(ctx, { name: draft.agentName, number: idCard }, { field: 'agentIdCard', county: countyOf(c.regionCode), acts: ACTS.agent })
  for (const l of letters.filter((x) => x.nodeCode === node)) await rows.erase(ctx, sign_letter, [l.id])
  const principalName = mine.name(data, agents) ?? ''
  const kept = { ...draft, agentIdCard: idCard, principalName, fileHash: file.sha256, contractId: c.id, businessId: b.id, regionCode: c.regionCode }
  const id = await rows.insert(ctx, sign_letter, kept)
  const detail = `${node} ${agent} 代 ${principalName} ${draft.fromDay}—${draft.toDay} ${draft.purpose}`
  await recordActs(ctx, [{ contract: c, event: 'letter', fileHash: file.sha256, detail }])
  return id
}
/** The contract for a household of which this very paper was recorded before, where it is another one. */
async function fileUsed(ctx: Ctx, c: ContractFile, fileHash: string): Promise<string | undefined> {
  const found = await joinable(ctx, sign_letter)
    .innerJoin('contract_file', (on) =>
      on.onRef('contract_file.countyCode', '=', 'sign_letter.countyCode').onRef('contract_file.id', '=', 'sign_letter.contractId'),
    )
    .select(['contract_file.cbhtbm'])
    .where('sign_letter.countyCode', '=', countyOf(c.regionCode!))
    .where('sign_letter.fileHash', '=', fileHash)
    .where('sign_letter.nodeCode', '!=', 'fbf')
    .where('sign_letter.contractId', '!=', c.id)
    .limit(1)
    .executeTakeFirst()
  return found?.cbhtbm ?? undefined
}

/** Takes a letter out before the contract is signed; its node's person signs himself again. */
async function remove(ctx: Ctx, input: TextInput<'id'>): Promise<void> {
  const seen = await rows.get(ctx, sign_letter, rowIdOf(input))
  await atSigning(ctx, seen.businessId, seen.regionCode)
  const c = await rows.get(ctx, contract_file, seen.contractId!)
  if (!mayBegin(c.signStatus)) throw problems.notAllowedNow({ zh: '删除委托书', en: 'remove the letter' })
  await rows.erase(ctx, sign_letter, [seen.id])
  await recordActs(ctx, [{ contract: c, event: 'letter-removed', fileHash: seen.fileHash, detail: `${seen.nodeCode} ${seen.agentName}` }])
}

const act = { method: 'POST', perm: 'sign_edit', scope: 'land' } as const
/** Calls of letters of authorisation. */
export const letterRoutes = (of: Pick<Registry, 'handlings'>): Route[] => [
  answering(
    reading('land', 'sign_view')('/sign/letter/list', '签署授权委托书', ['contractId'], async (ctx, q) => {
      const c = await rows.get(ctx, contract_file, q.contractId ?? '')
      return (await lettersFor(ctx, c)).map((l) => shown(ctx, sign_letter, l))
    }),
    { as: 'rows', of: sign_letter },
  ),
  answering(
    { ...act, path: '/sign/letter/save', audit: 'sign_letter.save', summary: '登记签署授权委托书', body: LETTER, run: (ctx, input) => save(of, ctx, input) },
    'id',
  ),
  route({
    ...act,
    path: '/sign/letter/remove',
    audit: 'sign_letter.remove',
    summary: '删除签署授权委托书',
    body: { id: text('委托书', { en: 'Letter', max: 19, required: true }) },
    answer: 'nothing',
    run: remove,
  }),
]

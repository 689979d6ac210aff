/** What was done at the desk, for the evidence of a contract: each signer's comparison and hand, and the pictures that were kept. */

import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import type { Evidence } from './evidence-doc.ts'
import { ON_SITE } from '../contract/flow.ts'
import { NODE, type SignNodeRow } from '../contract/sign-flow.ts'
import { latestFlow, nodesOfFlow } from '../acts/sign-flow.server.ts'
import { DOC_WORDS, MEANS_WORDS, shortNumber } from '../acts/means.ts'

/** A picture of the act: its name in the bundle, where it lies, and its digest when it was kept. */
interface Kept {
  name: string
  ossName: string
  fileHash: string | null
}
interface AtDesk {
  /** undefined of another way of signing; none where a contract was signed on site by a single act */
  told: Evidence['onSite']
  pictures: readonly Kept[]
}
const PICTURES = [
  ['picture', 'pictureHash', '手写签名', 'png'],
  ['finger', 'fingerHash', '指纹', 'png'],
  ['photo', 'photoHash', '现场照片', 'jpg'],
] as const

/** Names of the kinds of identity documents, as the tenant has them. */
async function documentWords(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const found = await ctx.db
    .selectFrom('dict_biz')
    .select(['dictKey', 'dictValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', '=', 'zjlx')
    .where('parentId', 'is not', null)
    .execute()
  return new Map(found.map((r) => [r.dictKey, r.dictValue]))
}
const lines = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join('，')

/** Reads what the desk has kept of a contract. */
export async function deskOf(ctx: Ctx, c: ContractFile): Promise<AtDesk> {
  if (c.signWay !== ON_SITE) return { told: undefined, pictures: [] }
  const flow = await latestFlow(ctx, c.id)
  const nodes = flow ? (await nodesOfFlow(ctx, flow)).filter((n) => n.docTime) : []
  const names = await documentWords(ctx)
  const of = (n: SignNodeRow) => PICTURES.flatMap(([file, hash, word, ending]) => (n[file] ? [{ ossName: n[file], fileHash: n[hash], word, ending }] : []))
  // signed, and no signer has acted by himself
  const isFormer = !flow && !!c.attachId
  return {
    told: nodes.length || isFormer ? nodes.map((n) => toldOf(n, names, of(n))) : undefined,
    pictures: nodes.flatMap((n) => of(n).map(({ word, ending, ...p }) => ({ ...p, name: `${n.nodeSort}-${n.nodeCode}-${n.signerName}-${word}.${ending}` }))),
  }
}
const toldOf = (n: SignNodeRow, names: ReadonlyMap<string, string>, kept: readonly { word: string; fileHash: string | null }[]) => ({
  signer: `${n.nodeSort} ${n.signerName}`,
  document: lines([names.get(n.docType ?? '') ?? n.docType, shortNumber(n.signerIdCard ?? ''), DOC_WORDS[n.docMeans ?? '']]),
  // what a tablet without network told by its own clock stands beside the server's time of receipt
  compared: lines([n.awayDocTime && `平板时间 ${n.awayDocTime}`, n.awayDocTime ? `送达 ${n.docTime}` : n.docTime, n.docFrom]),
  desk: n.deskName ?? '',
  hand:
    n.state === NODE.signed
      ? lines([MEANS_WORDS[n.means ?? ''], n.bySeal === 1 ? '加盖机构印章' : '', n.awayDoneTime && `离线，平板时间 ${n.awayDoneTime}`, n.doneFrom])
      : n.state === NODE.refused
        ? '拒签'
        : '',
  kept: kept.map((k) => `${k.word} ${(k.fileHash ?? '').slice(0, 16)}`).join('；'),
})

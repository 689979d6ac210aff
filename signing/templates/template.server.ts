/** Contract templates: their file is read when it comes, one is enabled for a region and a kind, the nearest applies. Source: land-contract.md 3; screens.md C6; business-flows.md 7. */

import { typedRow } from '../../kit/server/any-query.server.ts'
import { readDraft } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems, type Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { nextNumber } from '../../kit/server/counters.server.ts'
import { requireInDictionary } from '../../kit/server/dictionary.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { answering, asFile, crud, DeferredResponse, ids, rowIdOf, type Route, type SentDraft, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { contract_file, type ContractFile } from '../../business/cases/definitions/business.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { attach } from '../../services/files/attach.ts'
import { readAttachment } from '../../services/files/files.server.ts'
import { regionOfFile } from '../../services/files/owners.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import type { ContractOptions } from '../../land/paper/contract-doc.ts'
import type { ContractDoc } from '../../land/paper/documents/contract.ts'
import { renderPdf } from '../../land/paper/documents/documents.server.ts'
import { sampleContract, sampleSketch } from '../../land/paper/documents/samples.ts'
import { pdfLater, timestampOf } from '../../services/typeset/pdf.server.ts'
import { dayText } from '../../land/paper/rows.ts'
import type { SketchRows } from '../../land/paper/sketch-doc.ts'
import { readInWorker } from './docx-apart.server.ts'
import { isShipped, shippedDocx } from './docx.server.ts'
import { disable, enableOnly, idOf, nearestEnabled } from './enabling.server.ts'
import { agreementOf } from './kinds.ts'
import { placesNeeded, templateWrong } from './placeholders.ts'
import { templateProblems } from './problems.ts'
import { DK_ROW_LIMIT, SIGN_EXPIRE, sign_template, type SignTemplate } from './template.ts'
import { OF_THREE } from './flow-def.ts'
import { fillForm, requirePlaces, type OwnForm, type Typesetting } from './typeset.server.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** Kind of attachment under which the files of templates lie. */
const TEMPLATE_KIND = 'HTMB'
const HOUR_MS = 3_600_000

type Of = Pick<ContractFile, 'htlx' | 'regionCode'>
const enabledFor = (ctx: Ctx, c: Of) => nearestEnabled<SignTemplate>(ctx, sign_template, c.htlx ?? '', c.regionCode!)

/** The template enabled for a contract is not valid today: E3003. Without any the built-in form stands. */
function faultsOf(ctx: Ctx, t: SignTemplate | undefined): Problem[] {
  const today = ctx.now.slice(0, 10)
  return t && (t.expireSt > today || t.expireEd < today) ? [refusal('E3003')] : []
}
/** What keeps a contract from beginning by the template of its kind: E3003. */
export const templateFaults = async (ctx: Ctx, c: Of): Promise<Problem[]> => faultsOf(ctx, await enabledFor(ctx, c))
/** The template by which a contract that begins is signed; without any the built-in form stands. @throws E3003 for one that is not valid today */
async function inForce(ctx: Ctx, c: Of): Promise<SignTemplate | undefined> {
  const t = await enabledFor(ctx, c)
  const [fault] = faultsOf(ctx, t)
  if (fault) throw fault
  return t
}
/** The template of a contract: the one it began with, before that the one that is enabled. */
const templateOf = async (ctx: Ctx, c: ContractFile): Promise<SignTemplate | undefined> =>
  c.signStatus === SIGN.notBegun || !c.templateId
    ? enabledFor(ctx, c)
    : await typedRow<SignTemplate>(joinable(ctx, sign_template).selectAll('sign_template').where('sign_template.id', '=', c.templateId))

/** How a contract prints by its template, by which file if not by the built-in form, and what its sketch says of itself. */
export interface Layout {
  contract: ContractOptions
  form?: OwnForm
  sketch: Pick<SketchRows, 'imprint'>
}
const layout = (htlx: string | null, t: SignTemplate | undefined, jzbh: string | null, day: string): Layout => ({
  contract: { dkRowLimit: t?.dkRowLimit ?? DK_ROW_LIMIT, ...(t?.qddd ? { qddd: t.qddd } : {}), ...(jzbh ? { jzbh } : {}), ...agreementOf(htlx) },
  sketch:
    t && (t.bzdw || t.ztr || t.shr)
      ? {
          imprint: {
            ...(t.bzdw ? { bzdw: t.bzdw } : {}),
            ...(t.ztr ? { ztr: t.ztr, ztrq: dayText(day) } : {}),
            ...(t.shr ? { shr: t.shr, shrq: dayText(day) } : {}),
          },
        }
      : {},
})
/** The layout of a contract of a business. */
export async function layoutOf(ctx: Ctx, c: ContractFile): Promise<Layout> {
  const t = await templateOf(ctx, c)
  const form = t && (await ownForm(ctx, t))
  const made = layout(c.htlx, t, c.jzbh, ctx.now.slice(0, 10))
  return form ? { ...made, contract: { ...made.contract, form: form.fileHash }, form } : made
}
/** The Word file of a template; undefined where it is the shipped one, which the built-in form stands for. */
async function ownForm(ctx: Ctx, t: SignTemplate): Promise<OwnForm | undefined> {
  if (await isShipped(t.flowType, t.fileHash)) return undefined
  // the row of the attachment lies in the region of who uploaded it; the contract is signed below
  if (!t.fileName) throw templateProblems.otherFile()
  return { ossName: t.fileName, fileHash: t.fileHash! }
}

/**
 * What a contract keeps when its signing begins: the template (its rows, its words of place and unit), the moment until which it is signed, and its number
 * of attestation, once taken kept. @throws E3003
 */
export async function beginWith(ctx: Ctx, c: ContractFile): Promise<{ templateId: string | null; signDeadline: string | null; jzbh: string | null }> {
  const t = await inForce(ctx, c)
  const hours = t?.signExpire ?? SIGN_EXPIRE
  return {
    templateId: t?.id ?? null,
    // none: as long as it takes
    signDeadline: hours > 0 ? localTime(new Date(Date.parse(`${ctx.now.replace(' ', 'T')}+08:00`) + hours * HOUR_MS)) : null,
    jzbh: c.jzbh ?? (t?.jzPrefix ? await attestation(ctx, t.jzPrefix, c.regionCode!) : null),
  }
}
/** 安农合鉴〔2028〕0001号: counted by county, mark and year, never given twice. */
async function attestation(ctx: Ctx, mark: string, regionCode: string): Promise<string> {
  const year = ctx.now.slice(0, 4)
  const n = await nextNumber(ctx, 'jzbh', `${regionCode.slice(0, 6)}.${mark}.${year}`)
  return `${mark}〔${year}〕${String(n).padStart(4, '0')}号`
}

const isUsed = async (ctx: Ctx, id: string) => (await rows.find(ctx, contract_file, { templateId: id })) !== undefined
/** Refuses to change what is enabled, or what contracts were signed by. */
async function requireFree(ctx: Ctx, t: Pick<SignTemplate, 'id' | 'isEnabled'>): Promise<void> {
  if (t.isEnabled === 1) throw templateProblems.enabledStays()
  if (await isUsed(ctx, t.id)) throw templateProblems.inUse()
}

async function save(storage: Storage, ctx: Ctx, input: SentRow<typeof sign_template>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, sign_template, input)
  if (draft.expireSt >= draft.expireEd) throw invalidField('expireEd', both('有效期止应晚于有效期起', 'The last day of validity must be after the first'))
  if (input.id) await requireFree(ctx, await rows.get(ctx, sign_template, rowIdOf(input), true))
  const { row, bytes } = await readAttachment(ctx, storage, draft.attachId)
  if (row.extension !== 'docx') throw invalidField('attachId', both('模板文件应为docx格式', 'The template must be a docx file'))
  const wrong = templateWrong(draft.flowType, await readInWorker(bytes))
  if (wrong) throw invalidField('attachId', wrong)
  // a template's file is not removed like an ordinary attachment
  if (row.locked !== 1) await rows.update(ctx, attach, row.id, { locked: 1 })
  const values = { ...draft, fileHash: row.sha256, fileName: row.ossName }
  return input.id ? rows.update(ctx, sign_template, rowIdOf(input), values, input) : rows.insert(ctx, sign_template, { ...values, isEnabled: 0 })
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) await requireFree(ctx, await rows.get(ctx, sign_template, id, true))
  await rows.remove(ctx, sign_template, gone)
}

/** Enables a template. One of the county's own is made a PDF once before, so that what it lacks is seen by who enables it. */
async function enable(at: Typesetting, ctx: Ctx, input: { readonly id?: unknown }): Promise<DeferredResponse> {
  rows.requirePerm(ctx, sign_template, 'edit')
  const t = await rows.get(ctx, sign_template, idOf(input), true)
  if (t.expireEd < ctx.now.slice(0, 10)) throw refusal('E3003')
  const form = await ownForm(ctx, t)
  if (form && !at.converter) throw templateProblems.noConverter()
  return new DeferredResponse(async (again) => {
    if (form) {
      const { anchors } = await fillForm(at, sampleOf(t, ctx.now), form, timestampOf(ctx.now))
      requirePlaces(anchors, placesNeeded(t.flowType))
    }
    await again((own) => enableOnly(own, sign_template, t.id))
    return null
  })
}

/** What is asked of the file that is shipped for a kind of contract. */
const OF_KIND = { flowType: sign_template.fields.flowType }
/** Puts the shipped template of a kind among the files. Answers the file's id and name. */
async function shipped(storage: Storage, ctx: Ctx, input: SentDraft<typeof OF_KIND>): Promise<DeferredResponse> {
  rows.requirePerm(ctx, sign_template, 'add')
  const { draft, wrong } = readDraft(OF_KIND, input)
  if (wrong.length) throw problems.invalid(wrong)
  const { flowType } = draft
  await requireInDictionary(ctx, sign_template, { flowType })
  const { tenantId } = ctx.who
  return new DeferredResponse(async (again) => {
    const bytes = await shippedDocx(flowType)
    const ossName = await storage.put(bytes, tenantId)
    const name = `系统内置合同模板-${flowType}.docx`
    const id = await again(async (own) =>
      rows.insert(own, attach, {
        regionCode: (await regionOfFile(own, [], ''))!,
        name,
        ossName,
        extension: 'docx',
        contentType: WORD,
        attachSize: bytes.length,
        sha256: sha256(bytes),
        businessItem: TEMPLATE_KIND,
        locked: 0,
      }),
    )
    return { id, name }
  })
}

/** A contract of invented people, with one parcel more than the contract's own table takes, as long as that is no book. */
function sampleOf(t: SignTemplate, now: string): ContractDoc {
  const { contract } = layout(t.flowType, t, t.jzPrefix ? `${t.jzPrefix}〔${now.slice(0, 4)}〕0001号` : null, now.slice(0, 10))
  const { jzbh: _number, qddd: _place, ...sample } = sampleContract(4, Math.min((contract.dkRowLimit ?? DK_ROW_LIMIT) + 1, 40))
  const other = OF_THREE.includes(t.flowType)
    ? { other: { ...sample.cbf, cbfmc: '李四', kind: t.flowType === '5' ? ('transfer' as const) : ('exchange' as const) } }
    : {}
  return { ...sample, ...other, ...contract }
}
/** A template printed with sample data. */
async function preview(at: Typesetting, ctx: Ctx, q: { readonly id?: unknown }): Promise<DeferredResponse> {
  const t = await rows.get(ctx, sign_template, rowIdOf(q))
  const form = await ownForm(ctx, t)
  if (form && !at.converter) throw templateProblems.noConverter()
  const { sketch } = layout(t.flowType, t, null, ctx.now.slice(0, 10))
  const sample = sampleOf(t, ctx.now)
  return pdfLater(`${t.flowName}-预览`, ctx.now, [
    async (timestamp) => (form ? (await fillForm(at, sample, form, timestamp)).pdf : renderPdf('contract', sample, { timestamp })),
    (timestamp) => renderPdf('sketch', { ...sampleSketch(4), ...sketch.imprint }, { timestamp }),
  ])
}

const plain = crud(sign_template)
const change = { method: 'POST', perm: 'sign_template_edit', scope: 'tenant', audit: 'sign_template.enable' } as const
const oneId = { id: text('模板', { en: 'Template', max: 19 }) }
/** Calls of contract templates; their files lie in the store, and a converter makes PDFs of those that are the county's own. */
export const templateRoutes = (at: Typesetting): Route[] => [
  plain.page,
  plain.detail,
  { ...plain.save, run: (ctx, b) => save(at.storage, ctx, b) },
  { ...plain.update, run: (ctx, b) => save(at.storage, ctx, b) },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  answering(
    { ...change, path: '/sign-base/template/enable', summary: '启用合同模板', query: ['id'], body: oneId, run: (ctx, b) => enable(at, ctx, b) },
    'nothing',
  ),
  answering(
    { ...change, path: '/sign-base/template/disable', summary: '停用合同模板', query: ['ids'], body: {}, run: (ctx, b) => disable(ctx, sign_template, ids(b)) },
    'nothing',
  ),
  {
    ...change,
    path: '/sign-base/template/built-in',
    perm: ['sign_template_add', 'sign_template_edit'],
    audit: 'sign_template.built-in',
    summary: '取用系统内置模板文件',
    body: OF_KIND,
    run: async (ctx, b) => shipped(at.storage, ctx, b),
  },
  asFile({
    method: 'GET',
    path: '/sign-base/template/preview',
    perm: 'sign_template_view',
    scope: 'tenant',
    audit: 'read',
    summary: '用样例数据预览合同模板',
    query: ['id'],
    run: (ctx, q) => preview(at, ctx, q),
  }),
]

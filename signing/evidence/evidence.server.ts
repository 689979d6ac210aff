/** The evidence sheet of a contract, and the bundle that goes to a court: signed file, sheet, certificates. */
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { problems } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../kit/server/query.server.ts'
import { asFile, DeferredResponse, FileResponse, reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { render } from '../../land/paper/render.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { business, contract_file, type ContractFile } from '../../business/cases/definitions/business.ts'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { publicity } from '../../business/publicity/publicity.ts'
import { openAuthority } from '../../services/pades/authority.server.ts'
import { lettersFor } from '../signers/recorded.server.ts'
import { deskOf } from './desk.server.ts'
import type { Stamp } from '../../services/pades/timestamp.server.ts'
import { loadSigning } from '../contract/sign-pdf.server.ts'
import { sign_template } from '../templates/template.ts'
import { verifyInWorker } from '../../services/pades/verify-apart.server.ts'
import { evidenceDoc, WAY_WORDS, type Evidence } from './evidence-doc.ts'
import { sign_event } from '../contract/event.ts'

interface Places {
  storage: Storage
  dataDir: string
  stamp?: Stamp | undefined
}
/** Who seals the sheet, and why, as a reader of the file shows it: the product itself. */
const SEALED_FOR = '签署证据单封存'
const SEALED_BY = '承包系统存证'

/** A paper of a letter of authorisation, or a picture kept at the desk: its name in the bundle, where it lies, and its digest when it was recorded. */
interface Paper {
  name: string
  ossName: string
  fileHash: string | null
}
type Told = Omit<Evidence, 'signatures' | 'stored'>
/** What the database tells of a contract's signing, and where its file lies. */
async function gather(
  ctx: Ctx,
  contractId: unknown,
): Promise<{ c: ContractFile; told: Told; ossName: string | undefined; letters: readonly Paper[]; pictures: readonly Paper[] }> {
  const c = await rows.get(ctx, contract_file, String(contractId ?? ''))
  const b = c.businessId ? await rows.find(ctx, business, { id: c.businessId }) : undefined
  const template = c.templateId ? await rows.find(ctx, sign_template, { id: c.templateId }) : undefined
  const file = c.attachId ? await rows.get(ctx, attach, c.attachId) : undefined
  const rounds = await scoped(ctx, publicity).selectAll('publicity').where('publicity.businessId', '=', c.businessId).orderBy('publicity.id').execute()
  const acts = await joinable(ctx, sign_event).selectAll('sign_event').where('sign_event.contractId', '=', c.id).orderBy('sign_event.id').execute()
  const atDesk = await deskOf(ctx, c)
  const s = (v: unknown) => String(v ?? '')
  const letters: Paper[] = []
  for (const l of await lettersFor(ctx, c)) {
    const paper = await rows.find(ctx, attach, { id: l.attachId! })
    if (paper?.ossName) letters.push({ name: `${l.nodeCode}-${l.agentName}.${paper.extension}`, ossName: paper.ossName, fileHash: l.fileHash })
  }
  return {
    c,
    letters,
    pictures: atDesk.pictures,
    ossName: file?.ossName ?? undefined,
    told: {
      contract: {
        cbhtbm: s(c.cbhtbm),
        cbfmc: s(c.cbfmc),
        way: WAY_WORDS[s(c.signWay)] ?? '',
        onPaper: c.signWay === ON_PAPER,
        qdsj: s(c.qdsj),
        edition: s(c.edition),
        fileHash: s(c.fileHash),
        jzbh: s(c.jzbh),
      },
      business: { code: s(b?.businessCode), name: s(b?.businessName) },
      template: template ? `${s(template.flowName)} ${s(template.versionDesc)}` : '系统内置合同文本',
      publicity: rounds.map((p) => ({ title: s(p.title), from: s(p.startDate), to: s(p.endDate), days: s(p.days), place: s(p.place) })),
      acts: acts.map((a) => ({ time: s(a.createTime), event: s(a.event), person: s(a.person), ip: s(a.ip), fileHash: s(a.fileHash), detail: s(a.detail) })),
      onSite: atDesk.told,
      madeBy: ctx.who.realName,
      madeAt: ctx.now,
    },
  }
}

interface Made {
  sheet: Buffer
  file: Buffer | undefined
  /** PEM */
  root: string
  certificates: readonly string[]
}
async function make({ told, ossName }: Awaited<ReturnType<typeof gather>>, { storage, dataDir, stamp }: Places): Promise<Made> {
  const time = timestampOf(told.madeAt)
  const authority = await openAuthority(dataDir, time)
  const root = authority.certificate.toString('pem')
  const file = ossName && (await storage.has(ossName)) ? await storage.read(ossName) : undefined
  const signatures = file ? await verifyInWorker(file, [root]) : []
  const sheet = await render(
    'letter',
    () =>
      evidenceDoc({
        ...told,
        stored: file ? sha256(file) : '',
        signatures: signatures.map((x) => ({ ...x, time: x.time ? localTime(new Date(x.time)) : '' })),
      }),
    time,
  )
  const [{ issueCertificate, revocationList }, { signPdf }] = await loadSigning()
  const identity = await issueCertificate(SEALED_BY, authority, time)
  const sealed = await signPdf(sheet, identity, {
    reason: SEALED_FOR,
    name: SEALED_BY,
    location: '',
    time,
    stamp,
    revoked: [await revocationList(authority, time)],
  })
  return { sheet: sealed, file, root, certificates: [identity.chain[0]!, ...signatures.map((x) => x.certificate).filter(Boolean)] }
}

const sheetOf = async (ctx: Ctx, q: TextInput<'contractId'>, at: Places) => {
  const found = await gather(ctx, q.contractId)
  return new DeferredResponse(async () => new FileResponse(`签署证据单-${found.c.cbhtbm}.pdf`, 'application/pdf', (await make(found, at)).sheet))
}
const READ_ME = `本压缩包内：签署文件、签署证据单、签名证书、根证书；有委托的附授权委托书，现场签署的附手写签名、指纹、照片等存证。
脱机验证：node tools/run.mjs tools/verify-signed.ts <PDF文件> 根证书.pem；或用任何支持PAdES的阅读器导入根证书后打开。
This archive holds the signed contract, its evidence sheet, the certificates of the signatures, the root certificate, and where there are any letters of authorisation and what was kept of signing on site.
`
const bundleOf = async (ctx: Ctx, q: TextInput<'contractId'>, at: Places) => {
  const found = await gather(ctx, q.contractId)
  if (!found.ossName) throw problems.notFound({ zh: '签署文件', en: 'Signed file' })
  return new DeferredResponse(async () => {
    const { sheet, file, root, certificates } = await make(found, at)
    if (!file) throw problems.notFound({ zh: '签署文件', en: 'Signed file' })
    const zip = new ZipArchive({ store: true })
    const date = new Date(timestampOf(found.told.madeAt))
    const add = (name: string, bytes: Buffer | string) => zip.append(Readable.from([Buffer.from(bytes)]), { name, date })
    add(`${found.c.cbhtbm}.pdf`, file)
    add('签署证据单.pdf', sheet)
    add('根证书.pem', `${root}\n`)
    for (const [i, pem] of certificates.entries()) add(`证书/${String(i + 1).padStart(2, '0')}.pem`, `${pem}\n`)
    for (const [folder, papers] of [
      ['授权委托书', found.letters],
      ['现场存证', found.pictures],
    ] as const)
      for (const l of papers) {
        const bytes = await at.storage.read(l.ossName)
        // a paper that was changed since it was recorded proves nothing
        if (sha256(bytes) === l.fileHash) add(`${folder}/${l.name}`, bytes)
      }
    add('说明.txt', READ_ME)
    zip.finalize().catch((e: Error) => zip.destroy(e))
    return new FileResponse(`法院材料-${found.c.cbhtbm}.zip`, 'application/zip', zip)
  })
}

const look = reading('land', 'sign_view')
/** Calls of the evidence of a contract's signing. */
export const evidenceRoutes = (at: Places): Route[] => [
  asFile(
    look('/sign/evidence', '签署证据单', ['contractId'], (ctx, q) => sheetOf(ctx, q, at)),
    'sign_evidence.download',
  ),
  asFile(
    look('/sign/court-bundle', '法院材料包', ['contractId'], (ctx, q) => bundleOf(ctx, q, at)),
    'sign_bundle.download',
  ),
]

import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipArchive } from 'archiver'
import type { Lang } from '../../kit/model/lang.ts'
import { checkInWorker } from '../checks/apart.server.ts'
import type { PackageFinding } from '../checks/checks.server.ts'
import { messageOf } from '../checks/limits.ts'
import { openInWorker } from '../package/apart.server.ts'
import type { Cuts } from './layer-file.server.ts'

/** Where each file of the archive lies, by its name there. */
export type Entries = Map<string, string>
/** Folders that every package has, be they empty. */
export const FOLDERS = ['矢量数据', '栅格数据', '权属数据', '图件', '汇总表格', '文字报告', '其他资料'] as const
/** Findings that the report names; how many there are it says in any case. */
const MOST_FINDINGS = 50_000

/** Packs files one after the other, so that one is open at a time; with a root folder it is a tree of the standard. */
export async function pack(path: string, root: string, entries: Entries, beside: Entries, isStored: boolean, signal: AbortSignal): Promise<void> {
  const zip = new ZipArchive({ store: isStored })
  const written = pipeline(zip, createWriteStream(path, { mode: 0o600 }))
  written.catch(() => {})
  const add = async (name: string, source: Readable) => {
    signal.throwIfAborted()
    zip.append(source, { name })
    await Promise.race([once(source, 'end'), written])
  }
  try {
    for (const folder of root ? FOLDERS : []) zip.append('', { name: `${root}/${folder}/` })
    for (const [name, file] of entries) await add(`${root}/${name}`, createReadStream(file))
    for (const [name, file] of beside) await add(name, createReadStream(file))
    await zip.finalize()
    await written
  } catch (e) {
    zip.destroy()
    throw e
  }
}

/** What the checks said of a package: the first findings, and how many there are of each severity. */
export interface Judgement {
  findings: PackageFinding[]
  counts: Record<PackageFinding['severity'], number>
}
/** What the checks say of a packed tree, on a day (yyyy-MM-dd); `folder` is where they may work. */
export async function checked(zip: string, folder: string, day: string, signal: AbortSignal, tell: (percent: number) => void): Promise<Judgement> {
  const { pkg, close } = await openInWorker({ zip, dir: join(folder, 'check') }, { signal })
  await close()
  const findings: PackageFinding[] = []
  const counts = { E: 0, W: 0, T: 0 }
  for await (const f of checkInWorker({ pkg, options: { today: day, workDir: folder } }, { signal, onProgress: (_step, percent) => tell(percent) })) {
    counts[f.severity]++
    if (findings.length < MOST_FINDINGS) findings.push(f)
  }
  return { findings, counts }
}
const REPORT: Readonly<Record<Lang, readonly string[]>> = {
  zh: ['规则', '级别', '图层或表', '对象', '字段', '值', '说明'],
  en: ['Rule', 'Severity', 'Layer or table', 'Object', 'Field', 'Value', 'Message'],
}
const SEVERITIES: Readonly<Record<Lang, Readonly<Record<PackageFinding['severity'], string>>>> = {
  zh: { E: '错误', W: '警告', T: '提示' },
  en: { E: 'error', W: 'warning', T: 'hint' },
}
/** The report of the checks, and what was cut. */
export function reportRows({ findings, counts }: Judgement, cuts: Cuts, lang: Lang, mark: string): (string | number)[][] {
  const words = SEVERITIES[lang]
  const total =
    lang === 'en'
      ? `${counts.E} errors, ${counts.W} warnings, ${counts.T} hints; ${findings.length} are listed`
      : `错误${counts.E}条，警告${counts.W}条，提示${counts.T}条；列出${findings.length}条`
  const wide = [...cuts].map(([where, n]) => [
    '',
    words.T,
    where.split('.')[0]!,
    '',
    where.split('.')[1]!,
    n,
    lang === 'en'
      ? `${n} values are longer than the column of the standard and were cut; the CSV of a table has them whole`
      : `有${n}个值超过标准规定的长度，已截断；属性表的CSV中保留全文`,
  ])
  return [
    [total, mark],
    [...REPORT[lang]],
    ...findings.map((f) => [f.rule, words[f.severity], f.layer, f.object, f.field, f.value, messageOf(f, lang)]),
    ...wide,
  ]
}

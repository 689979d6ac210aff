/** LibreOffice as the converter of Word files: a process of its own for each file, with a profile, fonts and an environment of its own. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fontFiles, readFont } from '../../runtime/fonts.server.ts'
import { templateProblems } from './problems.ts'

/** Makes a PDF of a Word file. */
export interface Converter {
  /** @throws not-converted for what it cannot make a PDF of in time, or the abort reason */
  toPdf(docx: Buffer, signal?: AbortSignal): Promise<Buffer>
}
/** A conversion takes one to two seconds; ms. */
const WORK_MS = 60_000
/** PDF/A-2b; bookmarks come over as named destinations, which say where the places of signing are. */
const FILTER = JSON.stringify({
  SelectPdfVersion: { type: 'long', value: '2' },
  ExportBookmarksToPDFDestination: { type: 'boolean', value: 'true' },
  UseTaggedPDF: { type: 'boolean', value: 'false' },
})
/** Nothing that a file names is fetched and nothing in it is run, whatever the file's own check let through. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
</oor:items>`
/** What Chinese Windows calls its fonts, by the font of ours that stands for it. */
const STANDS_FOR = {
  'Noto Serif SC': [
    '宋体',
    'SimSun',
    'NSimSun',
    '新宋体',
    '仿宋',
    'FangSong',
    '仿宋_GB2312',
    '楷体',
    'KaiTi',
    '楷体_GB2312',
    '华文中宋',
    'Times New Roman',
    'serif',
  ],
  'Noto Sans SC': ['黑体', 'SimHei', '微软雅黑', 'Microsoft YaHei', '等线', 'DengXian', '方正小标宋简体', 'Arial', 'Calibri', 'sans-serif'],
}
const aliases = Object.entries(STANDS_FOR).flatMap(([ours, names]) =>
  names.map(
    (name) =>
      `<alias binding="same"><family>${name}</family><prefer><family>${ours}</family><family>HanaMinA</family><family>HanaMinB</family></prefer></alias>`,
  ),
)

/** The same page on every server: our fonts and none of the machine's. They are unpacked once and kept in `folder`. */
async function fontsIn(folder: string): Promise<string> {
  const { faces, rare } = fontFiles()
  await mkdir(folder, { recursive: true })
  for (const f of faces) {
    const file = join(folder, basename(f, '.zst'))
    if (existsSync(file)) continue
    // whole or not at all: another server of the same folder may be doing the same
    const part = `${file}.${process.pid}`
    await writeFile(part, readFont(f))
    await rename(part, file)
  }
  const conf = join(folder, `fonts.${process.pid}.conf`)
  const folders = [folder, ...new Set(rare.map((f) => dirname(f)))].map((f) => `<dir>${f}</dir>`).join('')
  await writeFile(
    conf,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}<cachedir>${join(folder, 'cache')}</cachedir>${aliases.join('')}</fontconfig>`,
  )
  return conf
}

/** Runs the program and all it starts to its end; they are ended together when the time is over or the signal says so. */
function ran(program: string, args: readonly string[], env: Record<string, string>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: 'ignore', detached: true })
    const stop = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // it has ended meanwhile
      }
    }
    signal.addEventListener('abort', stop)
    child.once('error', reject)
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve()
      else reject(new Error(`the converter ended with ${code}`))
    })
  })
}

/** The converter at the path of LibreOffice's soffice, whose fonts are kept in `fonts`. One file is converted at a time: each takes some 200 MB meanwhile. */
export function officeConverter(program: string, fonts: string, workMs = WORK_MS): Converter {
  let lane: Promise<unknown> = Promise.resolve()
  let unpacked: Promise<string> | undefined
  const convert = async (docx: Buffer, signal?: AbortSignal): Promise<Buffer> => {
    signal?.throwIfAborted()
    const folder = await mkdtemp(join(tmpdir(), 'chengbao-convert-'))
    try {
      const [input, profile] = [join(folder, 'contract.docx'), join(folder, 'profile')]
      await mkdir(join(profile, 'user'), { recursive: true })
      await Promise.all([writeFile(input, docx), writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE)])
      const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', FONTCONFIG_FILE: await (unpacked ??= fontsIn(fonts)) }
      const args = ['--headless', '--norestore', '--nolockcheck', `-env:UserInstallation=${pathToFileURL(profile).href}`]
      const late = AbortSignal.timeout(workMs)
      await ran(
        program,
        [...args, '--convert-to', `pdf:writer_pdf_Export:${FILTER}`, '--outdir', folder, input],
        env,
        signal ? AbortSignal.any([signal, late]) : late,
      )
      return await readFile(join(folder, 'contract.pdf'))
    } catch {
      signal?.throwIfAborted()
      throw templateProblems.notConverted()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return {
    toPdf(docx, signal) {
      const done = lane.then(() => convert(docx, signal))
      lane = done.catch(() => undefined)
      return done
    },
  }
}

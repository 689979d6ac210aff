// The file itself: what is put in comes out, whoever has not the passphrase gets nothing, and a file that was cut or changed is told.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeBelow, MANIFEST, openArchive, readArchive, writeArchive, type ArchivePiece } from './archive.server.ts'
import { hoursBetween, isBackupDue, outdated } from './backup.ts'
import { requireDiskRoom } from './make.server.ts'
import { runPostgres, runProgram } from './programs.server.ts'
import { beginSwitch, endSwitch, moveOne, planSwitch, recoverSwitch, undoSwitch } from './switch.server.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'backup-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const SECRET = '一个口令 x'
/** Files of sizes about the edges of a piece and of a block of tar. */
const CONTENT = Object.fromEntries([0, 1, 511, 512, 513, 65_536, 65_537, 400_000].map((n) => [`files/ab/${n}`, randomBytes(n)]))
async function* pieces(): AsyncGenerator<ArchivePiece> {
  yield { name: MANIFEST, kind: 'text', text: '{"format":1}' }
  yield { name: 'files/empty', kind: 'folder' }
  for (const [name, bytes] of Object.entries(CONTENT)) {
    const path = join(dir, `from-${bytes.length}`)
    await writeFile(path, bytes)
    yield { name, kind: 'file', path, bytes: bytes.length }
  }
}
const made = async (passphrase: string) => {
  const file = join(dir, passphrase ? 'secret.tar.enc' : 'plain.tar')
  const written = await writeArchive(file, pieces(), { passphrase })
  expect((await readFile(file)).length).toBe(written.bytes)
  return file
}
async function read(file: string, passphrase = '', to = join(dir, 'out')) {
  await rm(to, { recursive: true, force: true })
  let manifest = ''
  const sums = await readArchive(file, passphrase, { manifest: (text) => void (manifest = text), placeOf: (name) => placeBelow(to, name) })
  return { manifest, sums, to }
}

test.each(['', SECRET])('what is put in comes out (passphrase “%s”)', async (passphrase) => {
  const { manifest, sums, to } = await read(await made(passphrase), passphrase)
  expect(manifest).toBe('{"format":1}')
  for (const [name, bytes] of Object.entries(CONTENT)) expect([name, (await readFile(placeBelow(to, name))).equals(bytes)]).toEqual([name, true])
  expect(await readdir(join(to, 'files/empty'))).toEqual([])
  expect(sums.size).toBe(Object.keys(CONTENT).length + 1)
})

test('the programs of others read it: tar and sha256sum; an encrypted one once it is opened', async () => {
  const plain = join(dir, 'opened.tar')
  await openArchive(await made(SECRET), SECRET, plain)
  const to = join(dir, 'foreign')
  await mkdir(to)
  execFileSync('tar', ['-xf', plain, '-C', to])
  expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: to, encoding: 'utf8' })).toContain('files/ab/400000: OK')
})

test('no passphrase, a wrong one, a cut file and a changed one are four sentences, and a cut plain one is told too', async () => {
  const [secret, plain] = [await made(SECRET), await made('')]
  await expect(read(secret)).rejects.toMatchObject({ key: 'backup-needs-passphrase' })
  await expect(read(secret, 'other')).rejects.toMatchObject({ key: 'backup-passphrase' })
  for (const [file, passphrase] of [
    [secret, SECRET],
    [plain, ''],
  ] as const) {
    const bytes = await readFile(file)
    for (const at of [bytes.length - 1100, bytes.length - 30_000, 66_000, 1000]) {
      const cut = join(dir, 'cut')
      await writeFile(cut, bytes.subarray(0, at))
      await expect(read(cut, passphrase), `${file} cut at ${at}`).rejects.toMatchObject({ key: 'backup-cut' })
    }
    const changed = join(dir, 'changed')
    const other = Buffer.from(bytes)
    other[200_000]! ^= 1
    await writeFile(changed, other)
    await expect(read(changed, passphrase)).rejects.toMatchObject({ key: 'backup-damaged' })
  }
  const nothing = join(dir, 'nothing')
  await writeFile(nothing, randomBytes(5000))
  await expect(read(nothing)).rejects.toMatchObject({ key: 'backup-none' })
})

test('an entry that would lie outside its folder is refused', async () => {
  const file = join(dir, 'outside.tar')
  async function* bad(): AsyncGenerator<ArchivePiece> {
    yield { name: MANIFEST, kind: 'text', text: '{}' }
    yield { name: 'files/../../outside', kind: 'text', text: 'x' }
  }
  await writeArchive(file, bad(), { passphrase: '' })
  await expect(read(file)).rejects.toMatchObject({ key: 'backup-damaged' })
})

test('room is asked for before anything is written', async () => {
  await requireDiskRoom(dir, 1)
  await expect(requireDiskRoom(dir, 2 ** 60)).rejects.toMatchObject({ key: 'backup-room' })
})

test('scheduled backups stay one a day and one a week, those made by hand stay, and the newest always does', () => {
  const at = (day: string, isScheduled = true) => ({ at: `${day} 02:00:00`, isScheduled })
  const all = ['2026-11-29', '2026-11-28', '2026-11-27', '2026-11-23', '2026-11-22', '2026-11-16', '2026-11-15'].map((d) => at(d))
  expect(outdated([...all, at('2020-01-01', false)], { daily: 2, weekly: 2 }).map((b) => b.at.slice(0, 10))).toEqual([
    '2026-11-27',
    '2026-11-23',
    '2026-11-16',
    '2026-11-15',
  ])
  expect(outdated(all, { daily: 1, weekly: 0 }).length).toBe(6)
  expect(outdated([at('2026-11-29')], { daily: 1, weekly: 0 })).toEqual([])
})

test('a backup is due from its hour on, once a day, and never from 24 on', () => {
  expect(isBackupDue('2026-11-29 01:59:00', 2, undefined)).toBe(false)
  expect(isBackupDue('2026-11-29 02:00:00', 2, '2026-11-28 02:00:05')).toBe(true)
  expect(isBackupDue('2026-11-29 23:00:00', 2, '2026-11-29 02:00:05')).toBe(false)
  expect(isBackupDue('2026-11-29 23:59:00', 24, undefined)).toBe(false)
  expect(hoursBetween('2026-11-28 02:00:05', '2026-11-29 13:59:00')).toBe(35)
})

/** A data folder with a former state and a restored one in it. */
async function twoStates() {
  const data = await mkdtemp(join(dir, 'switch-'))
  const put = async (place: string, text: string) => {
    await mkdir(join(data, place, '..'), { recursive: true })
    await writeFile(join(data, place), text)
  }
  for (const name of ['db/pgdata/x', 'files/a', 'seal-key', 'only-former/x']) await put(name, 'former')
  for (const name of ['db/pgdata/x', 'files/a', 'seal-key', 'only-restored/x']) await put(`backup-work/restoring/${name}`, 'restored')
  await put('backups/kept', 'kept')
  const s = await planSwitch(data, { from: 'backup-work/restoring', before: 'before-restore-1' }, join(data, 'backups'))
  const seen = async () => {
    const names = (await readdir(data)).filter((n) => !/^(backup-work|before-restore)/.test(n))
    return { names, text: await readFile(join(data, 'db/pgdata/x'), 'utf8'), key: await readFile(join(data, 'seal-key'), 'utf8') }
  }
  return { data, s, seen }
}
const FORMER = { names: ['backups', 'db', 'files', 'only-former', 'seal-key'], text: 'former', key: 'former' }

test('a change that was stopped at any of its steps is undone at the next start, also when the undoing is stopped', async () => {
  const { s: plan } = await twoStates()
  for (let steps = 0; steps <= plan.names.length; steps++) {
    const { data, s, seen } = await twoStates()
    await beginSwitch(data, s)
    for (const one of s.names.slice(0, steps)) await moveOne(data, s, one)
    expect(await recoverSwitch(data, '')).toBe('undone')
    expect([steps, await seen()]).toEqual([steps, FORMER])
    expect(await recoverSwitch(data, '')).toBe('nothing')
    // half a step: the former is aside, the restored not yet there
    await beginSwitch(data, s)
    for (const one of s.names.slice(0, steps)) await moveOne(data, s, one)
    const next = s.names[steps]
    if (next) await moveOne(data, s, { ...next, has: false })
    await undoSwitch(data, { ...s, names: s.names.slice(0, 1) })
    await beginSwitch(data, s)
    expect(await recoverSwitch(data, '')).toBe('undone')
    expect([steps, await seen()]).toEqual([steps, FORMER])
  }
})

test('a change that came to its end holds, and the former state lies aside', async () => {
  const { data, s, seen } = await twoStates()
  await beginSwitch(data, s)
  for (const one of s.names) await moveOne(data, s, one)
  await endSwitch(data)
  expect(await recoverSwitch(data, '')).toBe('nothing')
  expect(await seen()).toEqual({ names: ['backups', 'db', 'files', 'only-restored', 'seal-key'], text: 'restored', key: 'restored' })
  expect(await readFile(join(data, 'before-restore-1/db/pgdata/x'), 'utf8')).toBe('former')
})

test('a program that is missing, and one that fails, are said with its name and its last words', async () => {
  await expect(runPostgres('pg_dump', [], { url: 'postgres://somebody:secret@127.0.0.1/none', folder: dir })).rejects.toMatchObject({
    key: 'backup-no-program',
  })
  const failing = runProgram('pg_restore', process.execPath, ['-e', 'console.error("no such role"); process.exit(3)'], {})
  await expect(failing).rejects.toMatchObject({ key: 'backup-program', words: { zh: 'pg_restore 失败：no such role', en: 'pg_restore failed: no such role' } })
  expect(await runProgram('node', process.execPath, ['-e', 'console.log(1)'], {})).toBe('1\n')
})

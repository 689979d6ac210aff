// Who issues the certificates of signatures: set up once by an administrator, by a name or by what another authority issued.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import { timestampOf } from '../typeset/pdf.server.ts'
import { isSetUp, openAuthority, setUpAuthority } from './authority.server.ts'

const ROOT = join(import.meta.dirname, '../..')
const NOW = '2026-03-02T01:00:00.000Z'
const folders: string[] = []
const folder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'chengbao-test-authority-')))
  return folders.at(-1)!
}
afterAll(() => folders.forEach((f) => rmSync(f, { recursive: true })))
/** An authority of somebody else's as PEM, or what is wrong with it. */
function issued(ca = true, days = 3650, key?: string): string {
  const at = folder()
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', join(at, 'k.pem')]
  const of = [
    '-x509',
    '-subj',
    '/CN=四川省农业农村厅签名证书机构',
    '-utf8',
    '-days',
    String(days),
    '-addext',
    `basicConstraints=critical,CA:${ca ? 'TRUE' : 'FALSE'}`,
  ]
  execFileSync('openssl', ['req', ...ec, ...of, '-out', join(at, 'c.pem')], { stdio: 'pipe' })
  return readFileSync(join(at, 'c.pem'), 'utf8') + (key ?? readFileSync(join(at, 'k.pem'), 'utf8'))
}

test('the authority of a place is set up once, by its name or by what another issued; what cannot issue is refused, and what is there stays', async () => {
  const [fresh, own] = [folder(), folder()]
  expect([await isSetUp(fresh), await setUpAuthority(fresh, { name: '安岳县农业农村局签名证书机构' }, NOW), await isSetUp(fresh)]).toEqual([
    false,
    '安岳县农业农村局签名证书机构',
    true,
  ])
  expect([(await openAuthority(fresh, NOW)).certificate.subjectName.getField('CN')[0], statSync(join(fresh, 'signing/authority.pem')).mode & 0o777]).toEqual([
    '安岳县农业农村局签名证书机构',
    0o600,
  ])
  await expect(setUpAuthority(fresh, { name: '另一个' }, NOW)).rejects.toThrow('there is an authority already')
  const other = issued()
  // after it was issued: it is not valid before
  const today = timestampOf(localTime(clock()))
  // what is made at first use is not set up, and is not replaced either
  await openAuthority(own, NOW)
  expect(await isSetUp(own)).toBe(false)
  await expect(setUpAuthority(own, { pem: other }, today)).rejects.toThrow('there is an authority already')

  expect(await setUpAuthority(folder(), { pem: other }, today)).toBe('四川省农业农村厅签名证书机构')
  await expect(setUpAuthority(folder(), { pem: issued(false) }, today)).rejects.toThrow('not that of an authority')
  await expect(setUpAuthority(folder(), { pem: issued(true, 3650, other.slice(other.indexOf('-----BEGIN PRIVATE'))) }, today)).rejects.toThrow(
    'not that of the certificate',
  )
  await expect(setUpAuthority(folder(), { pem: other }, '2099-01-01T00:00:00Z')).rejects.toThrow('not valid today')

  // as an administrator does it
  const run = (dir: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'apps/server/sign-authority.server.ts'), ...args], { encoding: 'utf8', env: { ...process.env, DATA_DIR: dir } })
  const at = folder()
  writeFileSync(join(at, 'ca.pem'), other)
  const [set, again, none] = [run(at, `--from=${join(at, 'ca.pem')}`), run(at, '--name=县'), run(at)]
  expect([set.status, set.stdout.trim(), again.status, none.status]).toEqual([0, '四川省农业农村厅签名证书机构', 1, 1])
})

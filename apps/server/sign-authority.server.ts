/**
 * node tools/run.mjs apps/server/sign-authority.server.ts --name=<name> | --from=<pem>: sets up the authority that issues the certificates of electronic signatures,
 * under DATA_DIR, before anything is signed: one of that name, or the certificate and key in a file.
 */
import { readFile } from 'node:fs/promises'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import { setUpAuthority } from '../../services/pades/authority.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { readConfig } from './config.server.ts'

const [, of, value] = /^--(name|from)=(.+)$/.exec(process.argv[2] ?? '') ?? []
try {
  if (!value) throw new RangeError('usage: sign-authority --name=<name> | --from=<file with certificate and key>')
  const given = of === 'name' ? { name: value } : { pem: await readFile(value, 'utf8') }
  console.log(await setUpAuthority(readConfig(process.env).dataDir, given, timestampOf(localTime(clock()))))
} catch (e) {
  console.error(e instanceof Error ? e.message : String(e))
  process.exitCode = 1
}

// node tools/run.mjs tools/verify-signed.ts <signed.pdf> <root.pem>: checks every signature of a PDF, offline, given only the file and the root certificate.
// Exit code 0: all are valid, issued by the root, and the last one covers the whole file; 1: not so; 2: the files cannot be read.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { verify } from '../services/pades/verify.server.ts'

const [file, root] = process.argv.slice(2)
if (!file || !root) {
  console.error('usage: node tools/run.mjs tools/verify-signed.ts <signed.pdf> <root.pem>')
  process.exit(2)
}
try {
  const bytes = readFileSync(file)
  const signatures = await verify(bytes, [readFileSync(root)])
  console.log(`SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`)
  for (const s of signatures)
    console.log(
      `${s.valid && s.trusted && !s.changedAfter ? 'good' : 'BAD '}  ${s.signer || '?'}  ${s.time}${s.stamped ? ` stamped ${s.stamped}` : ''}  ${s.reason}${s.valid ? '' : '  (the file was changed)'}${s.trusted ? '' : '  (not issued by the root)'}${s.changedAfter ? '  (something else than a signature came after it)' : ''}`,
    )
  const isWhole = signatures.some((s) => s.whole)
  if (signatures.length === 0) console.log('no signature')
  else if (!isWhole) console.log('BAD   something was added after the last signature')
  process.exit(signatures.length > 0 && isWhole && signatures.every((s) => s.valid && s.trusted && !s.changedAfter) ? 0 : 1)
} catch (e) {
  console.error(e instanceof Error ? e.message : String(e))
  process.exit(2)
}

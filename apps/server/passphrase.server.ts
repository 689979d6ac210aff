import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks whoever sits at the terminal for a passphrase, without showing it; '' where nobody does. */
export async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const line = await new Promise<string>((done) => lines.once('line', done))
  lines.close()
  process.stderr.write('\n')
  return line
}
/** What a command says of why it did not do what was asked. */
export const bothWords = (e: unknown): string => {
  const words = (e as { words?: { zh: string; en: string } }).words
  return words ? `${words.zh}\n${words.en}` : e instanceof Error ? e.message : String(e)
}

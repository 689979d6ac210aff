// A mail server for development and tests: PORT=2525 PASSWORD=… node tools/run.mjs apps/simulators/smtp.server.ts
// It takes mail from one account (AUTH PLAIN and LOGIN) and keeps it in memory; imports nothing of the product.
import { createServer, type AddressInfo, type Socket } from 'node:net'

const BEHAVIOURS = ['takes', 'refuses', 'busy', 'overQuota', 'fails', 'takesAndCuts', 'takesAndHangs', 'garbles', 'cuts', 'cutsTls', 'silent'] as const
export interface TakenMail {
  from: string
  to: string[]
  /** headers and body as they came */
  data: string
}
export interface MailSimulator {
  /** for the field `endpoint` */
  url: string
  outbox: TakenMail[]
  /** connections that came */
  calls: number
  /**
   * what it does from now on: takes; refuses the receiver; is busy (450); has no room left (452); shuts down (421); takes the mail and hangs up, says nothing more, or
   * talks nonsense; hangs up at once; offers TLS and hangs up at it; says nothing
   */
  behaviour: (typeof BEHAVIOURS)[number]
  close(): Promise<void>
}
const decoded = (v: string): string => Buffer.from(v, 'base64').toString('utf8')

/** One connection: a line in, an answer out. */
function converse(socket: Socket, sim: MailSimulator, o: { user: string; password: string }): void {
  let [isIn, step, user, text] = [false, '', '', '']
  let mail: TakenMail = { from: '', to: [], data: '' }
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const admit = (name: string, password: string) => {
    isIn = name === o.user && password === o.password
    say(isIn ? '235 2.7.0 Authentication successful' : '535 5.7.8 Authentication credentials invalid')
  }
  const hear = (line: string): void => {
    if (step === 'user') return void ((user = decoded(line)), (step = 'password'), say('334 UGFzc3dvcmQ6'))
    if (step === 'password') return void ((step = ''), admit(user, decoded(line)))
    const [verb = '', ...rest] = line.split(' ')
    const angle = /<([^>]*)>/.exec(line)?.[1] ?? ''
    switch (verb.toUpperCase()) {
      case 'EHLO':
        if (sim.behaviour === 'cutsTls') return void socket.write('250-simulator\r\n250 STARTTLS\r\n')
        return void socket.write('250-simulator\r\n250-AUTH PLAIN LOGIN\r\n250 SMTPUTF8\r\n')
      case 'AUTH': {
        if (rest[0] === 'LOGIN') return void ((step = 'user'), say('334 VXNlcm5hbWU6'))
        const [, name = '', password = ''] = decoded(rest[1] ?? '').split('\0')
        return admit(name, password)
      }
      case 'MAIL':
        if (!isIn) return say('530 5.7.0 Authentication required')
        if (sim.behaviour === 'fails') return say('421 4.3.2 Service shutting down')
        if (sim.behaviour === 'overQuota') return say('452 4.5.3 Too many messages')
        mail = { from: angle, to: [], data: '' }
        return say('250 OK')
      case 'RCPT':
        if (sim.behaviour === 'refuses') return say('550 5.1.1 No such user')
        if (sim.behaviour === 'busy') return say('450 4.2.1 Try again later')
        mail.to.push(angle)
        return say('250 OK')
      case 'DATA':
        step = 'data'
        return say('354 End with a dot')
      case 'STARTTLS':
        say('220 Ready')
        return void socket.end()
      case 'QUIT':
        say('221 Bye')
        return void socket.end()
      default:
        return say('250 OK')
    }
  }
  socket.on('data', (part) => {
    text += part.toString('utf8')
    for (;;) {
      if (step === 'data') {
        const end = text.indexOf('\r\n.\r\n')
        if (end < 0) return
        sim.outbox.push({ ...mail, data: text.slice(0, end) })
        ;[text, step] = [text.slice(end + 5), '']
        if (sim.behaviour === 'takesAndCuts') return void socket.destroy()
        if (sim.behaviour === 'takesAndHangs') return
        if (sim.behaviour === 'garbles') return say('<html>maintenance')
        say('250 2.0.0 Queued')
        continue
      }
      const end = text.indexOf('\r\n')
      if (end < 0) return
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      hear(line)
    }
  })
  socket.on('error', () => undefined)
  say('220 simulator ESMTP')
}

/** Starts it on this machine alone. */
export async function startMailSimulator(o: { port?: number; user: string; password: string }): Promise<MailSimulator> {
  const open = new Set<Socket>()
  const sim: MailSimulator = { url: '', outbox: [], calls: 0, behaviour: 'takes', close: async () => {} }
  const server = createServer((socket) => {
    sim.calls += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    if (sim.behaviour === 'cuts') return void socket.destroy()
    if (sim.behaviour !== 'silent') converse(socket, sim, o)
  })
  await new Promise<void>((done) => server.listen(o.port ?? 0, '127.0.0.1', done))
  sim.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  sim.close = () =>
    new Promise((done) => {
      for (const s of open) s.destroy()
      server.close(() => done())
    })
  return sim
}

if (import.meta.main) {
  const { USER_NAME = 'demo', PASSWORD, PORT = '2525', BEHAVIOUR = 'takes' } = process.env
  if (!PASSWORD) throw new Error('PASSWORD is missing')
  const behaviour = BEHAVIOURS.find((b) => b === BEHAVIOUR)
  if (!behaviour) throw new Error(`BEHAVIOUR is one of ${BEHAVIOURS.join(', ')}`)
  const sim = Object.assign(await startMailSimulator({ port: Number(PORT), user: USER_NAME, password: PASSWORD }), { behaviour })
  console.log(`mail simulator at ${sim.url}`)
}

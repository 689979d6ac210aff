import { isIP } from 'node:net'
import { isPublicAddress, outboundProblems, type Outbound } from '../../runtime/outbound.server.ts'
import type { SendAnswer } from './message.ts'

export interface MailServer {
  /** smtps://host:465, or smtp://host:587, which turns to TLS where the server offers it and must where it stands in the public network */
  endpoint: string
  account?: string | null
  secretKey?: string | undefined
  sender: string
}
export interface Mail {
  /** the same at every attempt: mail servers and programs show a mail of one number once */
  requestId: string
  to: string
  subject: string
  text: string
  attachment?: { name: string; type: string; base64: string } | undefined
}
/** Whether an address names a mail server. */
export const isMailServer = (v: string): boolean => /^smtps?:\/\/[^/?#@\s]+\/?$/.test(v) && URL.canParse(v)

/** Hands a mail to a server. Refusals of the server are answered; without an answer it throws. */
export async function sendMail(s: MailServer, m: Mail, outbound: Outbound): Promise<SendAnswer> {
  const url = new URL(s.endpoint)
  const isSecure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isSecure ? 465 : 587)
  const address = await outbound.resolve(host, port)
  // only who sends mail loads it
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: address,
    port,
    secure: isSecure,
    requireTLS: !isSecure && isPublicAddress(address),
    tls: isIP(host) ? {} : { servername: host },
    ...(s.account ? { auth: { user: s.account, pass: s.secretKey ?? '' } } : {}),
    connectionTimeout: outbound.timeoutMs,
    greetingTimeout: outbound.timeoutMs,
    socketTimeout: outbound.timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // read when the server is to have it: after the connection, its greeting, TLS and the way in. What fails before, however it is called, was sent to nobody.
  let isBegun = false
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((input) => {
      isBegun = true
      return input
    })
    done()
  })
  try {
    const { attachment: a } = m
    const done = await transport.sendMail({
      from: s.sender,
      to: m.to,
      subject: m.subject,
      text: m.text,
      messageId: `<${m.requestId}@chengbao>`,
      ...(a ? { attachments: [{ filename: a.name, contentType: a.type, content: Buffer.from(a.base64, 'base64') }] } : {}),
    })
    return { accepted: true, id: m.requestId, message: done.response.slice(0, 200) }
  } catch (e) {
    const { responseCode, response, message } = e as { responseCode?: number; response?: string; message: string }
    if (responseCode === undefined) throw isBegun ? e : outboundProblems.failed({ why: 'unreached' })
    return { accepted: false, id: '', message: (response ?? message).slice(0, 200) }
  } finally {
    transport.close()
  }
}

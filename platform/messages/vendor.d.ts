// What is used of packages that are loaded when they are needed.
declare module 'nodemailer' {
  interface Sent {
    response: string
  }
  export function createTransport(options: Record<string, unknown>): {
    sendMail(mail: { from: string; to: string; subject: string; text: string; messageId: string }): Promise<Sent>
    /** what is done with every mail before it leaves; `processFunc` gets its source when it is read */
    use(step: 'stream', plugin: (mail: { message: { processFunc(read: <T>(input: T) => T): void } }, done: () => void) => void): void
    close(): void
  }
}

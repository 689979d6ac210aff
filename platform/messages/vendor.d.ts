// What is used of packages that are loaded when they are needed.
declare module 'nodemailer' {
  interface Sent {
    response: string
  }
  export function createTransport(options: Record<string, unknown>): {
    sendMail(mail: { from: string; to: string; subject: string; text: string; messageId: string }): Promise<Sent>
    close(): void
  }
}

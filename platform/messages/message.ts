/** A text message on its way to a provider. */
export interface Message {
  /** the same at every attempt: a provider that has seen it answers as it did then */
  requestId: string
  phone: string
  signName: string
  templateId: string
  params: Readonly<Record<string, string>>
  /** the words as a person reads them */
  text: string
}
/** What a provider said. `accepted` false is its refusal: trying again would not help. */
export interface SendAnswer {
  accepted: boolean
  /** the provider's own number of the message */
  id: string
  message: string
}
/** How messages leave. One adapter a kind of provider; a failed call throws. */
export interface SmsProvider {
  send(m: Message, signal: AbortSignal): Promise<SendAnswer>
}

/** Names in a template: `{code}`. */
export const holes = (template: string): string[] => [...new Set([...template.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!))]
/** The template with its names replaced; a name without a value stays, so that it is seen. */
export const filled = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? params[name]! : whole))

/** Limits of codes. Source: security.md K60, K24. */
export const MESSAGE_CODE = { digits: 6, minutes: 5, tries: 5, aDay: 5, anAddressAnHour: 20, pauseSeconds: 60 } as const

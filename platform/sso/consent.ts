/** What oauth/authorize answers: what an application asks of the person who is signed in, or the address that leads there with a code. */
export interface Consent {
  asks: { clientId: string; scope: string; site: string } | null
  url: string | null
}

// What is used of a package that is loaded when it is needed.
declare module 'ical-generator' {
  interface Calendar {
    createEvent(event: Record<string, unknown>): unknown
    toString(): string
  }
  export default function ical(data: Record<string, unknown>): Calendar
}

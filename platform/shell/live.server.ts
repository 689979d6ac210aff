import { DeferredResponse, FileResponse, type Slice } from '../../kit/server/route.server.ts'
import type { LiveHub } from '../../runtime/live.server.ts'

/** Whether a caller listens on; who does not gets what stands now. */
const listens = (accept: string | undefined): boolean => (accept ?? '').includes('text/event-stream')

/** The channel on which open pages are told what concerns their person (server-sent events). Source: rulings.md 23. */
export const liveSlice = (hub: LiveHub): Slice => ({
  name: 'live',
  resources: [],
  routes: [
    {
      method: 'GET',
      path: '/basic/live',
      perm: 'signed-in',
      scope: 'none',
      audit: 'read',
      answer: 'file',
      headers: ['accept'],
      summary: '实时消息通道',
      run: async ({ who }, _q, { headers }) =>
        new DeferredResponse(async () => {
          const { tenantId, userId, sessionId } = who
          // a program without a session of its own, and a look through another person's eyes, are nobody who waits
          const listener = { tenantId, userId, sessionId: sessionId ?? '' }
          return new FileResponse(
            'live',
            'text/event-stream; charset=utf-8',
            await hub.open(listener, listens(headers.accept) && !!sessionId && !who.viewer),
            true,
          )
        }),
    },
  ],
})

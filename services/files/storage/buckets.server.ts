import { sql } from 'kysely'
import type { DatabaseHandle } from '../../../kit/server/db.server.ts'
import type { Outbound } from '../../../runtime/outbound.server.ts'
import { openSecret } from '../../../runtime/sealed.server.ts'
import type { Sealer } from '../../../runtime/seal.server.ts'
import { asSystem } from '../../../runtime/system.server.ts'
import type { Row } from '../../../kit/model/resource.ts'
import { oss } from './oss.ts'
import type { S3Place } from './s3-storage.server.ts'
import type { Storage } from './storage.server.ts'

export type StorageBucket = Row<typeof oss>
/** How long another server's change of a configuration may stay unknown to this one. */
const REFRESH_MS = 5000
/** Kinds whose service wants the bucket in the path: MinIO and plain S3. The others put it before the host's name. */
const IN_PATH = ['1', '6']
const TENCENT = '4'

/** A configuration as a place to connect to. Tencent's buckets end in the number of the application. */
export function placeOfBucket(c: StorageBucket, secretKey: string, outbound: Outbound): S3Place {
  const suffix = c.category === TENCENT && c.appId && !c.bucketName!.endsWith(`-${c.appId}`) ? `-${c.appId}` : ''
  return {
    endpoint: c.endpoint!,
    region: c.region || 'us-east-1',
    bucket: `${c.bucketName}${suffix}`,
    accessKey: c.accessKey!,
    secretKey,
    inPath: IN_PATH.includes(c.category!),
    ...(c.transformEndpoint ? { publicEndpoint: c.transformEndpoint } : {}),
    agents: outbound.agents(c.endpoint!),
  }
}

/** A bucket as storage; the client library is loaded only where there is one. */
export const bucketStorage = async (p: S3Place): Promise<Storage> => (await import('./s3-storage.server.ts')).s3Storage(p)

/** Names of files in a tenant's bucket say in which: `<id of its configuration>-<name in the bucket>`. */
const inBucket = (name: string): [id: string, own: string] | undefined => {
  const [id, own, more] = name.split('-')
  return id && own && more === undefined ? [id, own] : undefined
}

export interface Buckets {
  /** the deployment's storage, and beside it the buckets that tenants named */
  storage: Storage
  /** learns of configurations anew: after one was changed here, and on a timer for those that other servers changed */
  refresh(): Promise<void>
  start(): void
  stop(): Promise<void>
}

interface Known {
  rev: number
  tenantId: string
  enabled: boolean
  /** undefined when its key cannot be read or its address may not be called */
  storage: Storage | undefined
}

/**
 * Storage for tenants that may have a bucket of their own: what one stores after enabling a configuration lies there, what it stored before stays where it
 * is, and both are found by their names. Configurations are kept in memory, since files are read inside transactions that can ask for nothing else.
 */
export function openBuckets(db: DatabaseHandle, base: Storage, o: { sealer: Sealer; outbound: Outbound; log(e: unknown): void }): Buckets {
  let known = new Map<string, Known>()
  const opened = async (c: StorageBucket, secretKey: string | undefined): Promise<Storage | undefined> => {
    if (!secretKey) return undefined
    try {
      return await bucketStorage(placeOfBucket(c, secretKey, o.outbound))
    } catch (e) {
      o.log(e)
      return undefined
    }
  }
  const refresh = () =>
    asSystem(db)(async (tx) => {
      // once used it stays known: files lie there
      const { rows } = await sql<StorageBucket>`select * from oss where status = 1 or "usedTime" is not null order by id`.execute(tx)
      const next = new Map<string, Known>()
      for (const c of rows) {
        const old = known.get(c.id)
        const storage = old?.rev === c.rev ? old.storage : await opened(c, await openSecret(tx, o.sealer, c.tenantId, oss.name, c.id, 'secretKey'))
        next.set(c.id, { rev: c.rev, tenantId: c.tenantId, enabled: c.status === 1, storage })
      }
      known = next
    })
  const at = (name: string): [Storage, string] => {
    const there = inBucket(name)
    if (!there) return [base, name]
    const storage = known.get(there[0])?.storage
    if (!storage) throw new Error(`the bucket of ${name} cannot be reached`)
    return [storage, there[1]]
  }
  const ownOf = (tenantId: string) => [...known].find(([, k]) => k.enabled && k.tenantId === tenantId)
  let timer: NodeJS.Timeout | undefined
  let going: Promise<void> = Promise.resolve()
  return {
    storage: {
      async put(from, tenantId) {
        const own = ownOf(tenantId)
        if (!own) return base.put(from, tenantId)
        if (!own[1].storage) throw new Error(`the bucket of tenant ${tenantId} cannot be reached`)
        return `${own[0]}-${await own[1].storage.put(from, tenantId)}`
      },
      read: async (name) => at(name)[0].read(at(name)[1]),
      stream: (name) => at(name)[0].stream(at(name)[1]),
      has: async (name) => at(name)[0].has(at(name)[1]),
      handOut(name, h) {
        const [storage, own] = at(name)
        return storage.handOut?.(own, h)
      },
      remove: async (name) => at(name)[0].remove(at(name)[1]),
      async *all() {
        yield* base.all()
        for (const [id, k] of known) if (k.storage) for await (const f of k.storage.all()) yield { ...f, name: `${id}-${f.name}` }
      },
    },
    refresh,
    start() {
      timer = setInterval(() => (going = refresh().catch(o.log)), REFRESH_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await going
    },
  }
}

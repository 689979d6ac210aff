import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, paginateListObjectsV2, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { ConnectionPools } from '../../../runtime/outbound.server.ts'
import { signedAddress } from './signed-address.server.ts'
import { isStorageName, storageName, type Storage } from './storage.server.ts'

/** A bucket of a service that speaks S3 (MinIO, OSS, COS, OBS …). */
export interface S3Place {
  /** address of the service, https://… */
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /** the bucket stands in the path (MinIO) and not in the host's name (OSS, COS) */
  inPath: boolean
  /** the address under which people outside reach the service, where files are handed out to them by it */
  publicEndpoint?: string
  /** how connections are made: of a bucket that people named, only to addresses that may be called */
  agents?: ConnectionPools
}

const CONNECT_MS = 5000,
  REQUEST_MS = 60_000

/** A bucket as storage. Large files go up in parts; an object appears whole or not at all. Errors of the service are thrown as they are. */
export function s3Storage(p: S3Place): Storage {
  const client = new S3Client({
    endpoint: p.endpoint,
    region: p.region,
    forcePathStyle: p.inPath,
    credentials: { accessKeyId: p.accessKey, secretAccessKey: p.secretKey },
    // services other than Amazon's own do not know the newer sums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS, ...p.agents },
  })
  const at = (name: string) => {
    if (!isStorageName(name)) throw new Error('not a storage name')
    return { Bucket: p.bucket, Key: name }
  }
  const body = async (name: string) => (await client.send(new GetObjectCommand(at(name)))).Body!
  return {
    async put(from) {
      const name = storageName()
      await new Upload({ client, params: { ...at(name), Body: typeof from === 'string' ? createReadStream(from) : from } }).done()
      if (typeof from === 'string') await rm(from, { force: true })
      return name
    },
    read: async (name) => Buffer.from(await (await body(name)).transformToByteArray()),
    stream(name) {
      const parts = async function* () {
        yield* (await body(name)) as Readable
      }
      return Readable.from(parts(), { objectMode: false })
    },
    has: (name) =>
      client.send(new HeadObjectCommand(at(name))).then(
        () => true,
        (e: unknown) => {
          if (e instanceof S3ServiceException && e.$metadata.httpStatusCode === 404) return false
          throw e
        },
      ),
    handOut: (name, h) => p.publicEndpoint && signedAddress(p, p.publicEndpoint, at(name).Key, h),
    remove: async (name) => void (await client.send(new DeleteObjectCommand(at(name)))),
    async *all() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: p.bucket }))
        for (const o of page.Contents ?? []) if (isStorageName(o.Key ?? '')) yield { name: o.Key!, changed: o.LastModified?.getTime() ?? 0 }
    },
  }
}

import { z } from 'zod';
import { Id, text } from './kinds.ts';

/** A scan or photograph of a row's paper. Its first bytes decide the type. */
export const StoredFile = z
  .object({ id: Id, name: z.string(), type: z.string(), size: z.int(), made_at: z.string() })
  .meta({ id: 'DeliveryFile' });
export type StoredFile = z.infer<typeof StoredFile>;

/** Max bytes of a file, and of all files of a client. */
export const MAX_OF_FILE = 10 * 1024 * 1024;
export const MAX_OF_FILES = 1024 * 1024 * 1024;
/** Max files of one row. */
export const MAX_FILES = 20;
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const;

export const storedFileQuery = z.object({ name: text(200).pipe(z.string().min(1)) });

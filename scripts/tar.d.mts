/** The bytes of a tar file of the folder, its entries under `name/`. */
export function tarOf(folder: string, name: string, at: Date): AsyncGenerator<Buffer, void, void>;

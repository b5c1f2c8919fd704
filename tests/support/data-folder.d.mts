export function dataPlace(): string;
export function makeDataFolder(prefix: string): string;

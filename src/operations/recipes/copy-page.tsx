import { RecipePage } from './recipe-page.tsx';

export const Page = () => <RecipePage mode="copy" />;

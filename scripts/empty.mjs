// Stands for packages that another one imports and nothing here calls.
export default {};

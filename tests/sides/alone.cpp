// Shows that one side of the ladder links without the other: the linker does the testing.
int main() {
    return 0;
}

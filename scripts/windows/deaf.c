/* An engine for Windows that never reads and never answers, and that starts a helper which does as little: this program again, without
   its arguments. `deaf.exe FILE` makes the file as soon as both run. */

#include <windows.h>

int main(int count, char **words)
{
    if (count > 1) {
        STARTUPINFOA startup = { sizeof startup };
        PROCESS_INFORMATION helper;
        char program[MAX_PATH];
        GetModuleFileNameA(NULL, program, sizeof program);
        if (!CreateProcessA(program, NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &helper))
            return 1;
        CreateFileA(words[1], GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
    }
    SetConsoleCtrlHandler(NULL, TRUE);
    Sleep(INFINITE);
    return 0;
}
